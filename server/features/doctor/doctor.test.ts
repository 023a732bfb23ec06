import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { Finding } from '../../../contract/doctor.ts';
import { createFakeHost } from '../../../test/fakes/host.ts';
import { createFakeModels } from '../../../test/fakes/models.ts';
import { asAdmin, createTestApp } from '../../../test/app.ts';
import { readOutside } from '../../adapters/hosts/remote/outside/read-outside.ts';
import { explained } from '../../kit/explained.ts';
import { Fault } from '../../kit/fault.ts';
import { createDoctor } from './doctor.ts';
import type { DoctorDeps } from './examine.ts';
import { listen } from '../../../test/fakes/listen.ts';

const signal = new AbortController().signal;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const folder = { path: 'data', isWritable: true, isReadableByOthers: false, freeBytes: 50 * 1024 ** 3 };
const healthy: DoctorDeps = {
  node: '24.21.0',
  folder: async () => folder,
  health: async () => ({ ok: true, code: '', reason: '' }),
  now: Date.now,
  host: createFakeHost([]),
  published: async () => 3,
  indexed: async () => ({ articles: 3, ready: true }),
  hasArticles: async () => true,
  models: createFakeModels(),
  modelsProblem: () => '',
  named: '/srv/blog',
  publicOrigin: undefined,
  readOutside,
};
async function look(change: Partial<DoctorDeps> = {}, callModels = false) {
  const findings = await createDoctor({ ...healthy, ...change }).examine({ callModels, signal });
  const codes = (check: Finding['check']) =>
    findings.filter((one) => one.check === check).map(({ code }) => code);
  return { findings, codes };
}

/** A fake proxy that answers the probe as configured. */
async function startProxy({ buffers = false, forwards = true, date = new Date() } = {}): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('date', date.toUTCString());
    if (request.url === '/widget.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end('');
    else if (request.url !== '/console/healthz/stream')
      response.end('<!doctype html><script src="/widget.js"></script>');
    else {
      const first = `data: {"forwarded":${forwards}}\n\n`;
      if (buffers) response.end(`${first}data: [DONE]\n\n`);
      else {
        response.write(first);
        setTimeout(() => response.end('data: [DONE]\n\n'), 300);
      }
    }
  });
  const listening = await listen(server);
  closing.push(() => listening[Symbol.asyncDispose]());
  return listening.origin;
}

describe('DOC1: every finding that is not fine names a remedy', () => {
  test('a healthy installation', async () => {
    const publicOrigin = await startProxy();
    const { findings } = await look({ publicOrigin });
    expect(findings.filter(({ level }) => level === 'warning' || level === 'problem')).toEqual([]);
    expect(new Set(findings.map(({ check }) => check)).size).toBe(11);
  });

  test.each<[string, Partial<DoctorDeps>, Finding['check'], string]>([
    ['an old runtime', { node: '20.19.0' }, 'runtime', 'node_old'],
    [
      'a sitemap that breaks off, on a site that answers',
      {
        host: {
          ...createFakeHost([]),
          health: async () => ({
            ok: true,
            reason: explained('site_interface_closed_and', {
              platform: 'WordPress',
              status: 401,
              reason: explained('site_list_broken', { path: '/sitemap.xml' }),
            }),
          }),
        },
      },
      'site',
      'site_list_broken',
    ],
    [
      'credentials that the platform does not accept',
      {
        host: {
          ...createFakeHost([]),
          health: async () => ({
            ok: true,
            reason: explained('halo_token_lacks', { roles: 'role-template-manage-posts' }),
          }),
        },
      },
      'site',
      'site_credentials',
    ],
    [
      'a folder without rights',
      { folder: async () => ({ ...folder, isWritable: false }) },
      'folder',
      'folder_unwritable',
    ],
    [
      'a folder for everybody',
      { folder: async () => ({ ...folder, isReadableByOthers: true }) },
      'folder',
      'folder_open',
    ],
    [
      'a disk that is nearly full',
      { folder: async () => ({ ...folder, freeBytes: 5e8 }) },
      'disk',
      'disk_little',
    ],
    ['a full disk', { folder: async () => ({ ...folder, freeBytes: 4096 }) }, 'disk', 'disk_full'],
    [
      'a database that is away',
      { health: async () => ({ ok: false, code: 'unreachable', reason: 'The database cannot be reached' }) },
      'database',
      'database',
    ],
    [
      'a search engine that is away',
      { searchEngineProblem: async () => 'no connection (ECONNREFUSED)' },
      'index',
      'search_engine',
    ],
    ['a site without articles', { published: async () => 0 }, 'index', 'no_articles'],
    [
      'an index that is behind',
      { indexed: async () => ({ articles: 1, ready: true }) },
      'index',
      'index_behind',
    ],
    ['a broken models file', { modelsProblem: () => 'not valid JSON' }, 'models', 'models_file'],
    ['no language model', { models: createFakeModels({ kinds: [] }) }, 'models', 'no_chat_model'],
    ['an address that leads nowhere', { publicOrigin: 'http://127.0.0.1:9' }, 'origin', 'origin_wrong'],
  ])('%s', async (_name, change, check, code) => {
    const { findings, codes } = await look(change);
    expect(codes(check)).toContain(code);
    expect(findings.find((one) => one.code === code)?.remedy).not.toBe('');
  });

  test('a proxy that buffers, hides addresses, and a clock that is off', async () => {
    const hasty = await startProxy({ buffers: true, forwards: false, date: new Date(Date.now() - 600_000) });
    const { codes } = await look({ publicOrigin: hasty });
    expect(codes('proxy')).toEqual(['proxy_buffers', 'proxy_hides']);
    expect(codes('clock')).toEqual(['clock_off']);
  });
});

test.each<[string, readonly string[]]>([
  ['', []],
  [' data-docent-scope="tag:herons, path:/birds/"', []],
  [" data-docent-scope='tag:herons,tag:heorns'", ['tag:heorns']],
  [' data-docent-scope="tag:r&amp;d"', ['tag:r&d']],
  [' data-docent-scope="herons"', ['herons']],
])(
  'DOC7: a part of the site without articles is named that the first page asks:%s',
  async (attribute, parts) => {
    const page = await listen(
      createServer((_, response) => response.end(`<script src="/widget.js"${attribute}></script>`)),
    );
    closing.push(() => page[Symbol.asyncDispose]());
    const host = {
      ...createFakeHost([]),
      describe: () => ({ ...createFakeHost([]).describe(), siteOrigin: page.origin }),
    };
    const hasArticles = async (part: string) => ['tag:herons', 'path:/birds/'].includes(part);
    const { findings } = await look({ host, hasArticles });
    const found = findings.filter(({ check }) => check === 'widget');
    expect(
      found.filter(({ level }) => level === 'warning').map(({ code, subject }) => [code, subject]),
    ).toEqual(parts.map((part) => ['scope_empty', part]));
    expect(found).toHaveLength(1);
  },
);

/** A proxy in front of a Halo site: serves its administration, or Docent's console when the proxy forwards that path. */
async function startBesideHalo(adminPage: string, front = 'A Halo'): Promise<string> {
  const server = createServer((request, response) =>
    response.end(request.url === '/console' ? adminPage : front),
  );
  const listening = await listen(server);
  closing.push(() => listening[Symbol.asyncDispose]());
  return listening.origin;
}

describe('DOC6: a platform whose administration leads to Docent is a problem', () => {
  const ours = '<title>Docent</title><div id="console" data-path="/console/"></div>';
  const host = {
    ...createFakeHost([]),
    describe: () => ({ ...createFakeHost([]).describe(), adminPath: '/console' }),
  };

  test.each([
    ['Docent took it', ours, 'A Halo', ['admin_shadowed']],
    ['the platform has it', '<title>Halo</title>', 'A Halo', []],
    ['Docent has a name of its own', ours, '<docent-chat inline></docent-chat>', []],
  ])('%s', async (_, adminPage, front, expected) => {
    const { codes } = await look({ host, publicOrigin: await startBesideHalo(adminPage, front) });
    expect(codes('proxy').filter((code) => code === 'admin_shadowed')).toEqual(expected);
  });
});

test('DOC1: a check that never ends is told when its time is over, and the others are there', async () => {
  const folder = () => new Promise<never>(() => undefined);
  const findings = await createDoctor({ ...healthy, folder }, 50).examine({ callModels: false, signal });
  for (const check of ['folder', 'disk'])
    expect(findings.filter((one) => one.check === check)).toMatchObject([
      {
        level: 'unknown',
        code: 'broke',
        explanation: { code: 'doctor_broke', causes: [{ code: 'took_too_long' }] },
      },
    ]);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'database', level: 'ok' }));
});

describe('DOC2: models are called only when it is asked for', () => {
  test('then each one but those for pictures, and a failure is a finding', async () => {
    const models = createFakeModels();
    expect((await look({ models })).codes('models')).toEqual(['not_called']);
    expect(models.calls.chat).toHaveLength(0);
    models.fail('rerank', new Fault('upstream', 'Model "fake-rerank": 401'));
    const { codes } = await look({ models }, true);
    expect(codes('models')).toEqual(['ok', 'ok', 'model_failed']);
    expect(models.calls.image).toHaveLength(0);
  });
});

test('DOC3: an administrator gets the same from the console operation; a stranger nothing', async () => {
  await using app = await createTestApp();
  const url = '/apis/console.api.ai-suite.svc.run/v1alpha1/system/doctor';
  expect((await app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(401);
  const reply = await app.inject({ method: 'POST', url, payload: {}, headers: asAdmin });
  expect(reply.json().findings).toContainEqual(expect.objectContaining({ check: 'database', level: 'ok' }));
});

test('DOC4: the probe comes in three lines and tells whether an address was forwarded', async () => {
  await using app = await createTestApp();
  for (const url of ['/healthz/stream', '/console/healthz/stream'])
    expect((await app.inject({ url })).body).toBe(
      'data: {"forwarded":false}\n\ndata: {}\n\ndata: [DONE]\n\n',
    );
  const proxied = await app.inject({ url: '/healthz/stream', headers: { 'x-forwarded-for': '203.0.113.7' } });
  expect(proxied.body).toContain('"forwarded":true');
  expect(proxied.body).not.toContain('203.0.113.7');
});
