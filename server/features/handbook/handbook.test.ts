import { interfaceLanguages } from '../../../contract/site/interface-language.ts';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handbookPath } from '../../../contract/site/handbook.ts';
import { createServer } from '../../http/server.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { createHandbook } from './handbook.ts';

const start = (folder?: string) =>
  createServer({
    implementations: [...createHandbook(folder === undefined ? {} : { folder }).routes],
    identify: async () => ({ kind: 'anonymous' }),
    publicOrigin: undefined,
    trustedProxies: [],
    log: createTestLog(),
    checkReplies: true,
  });

let app: FastifyInstance;
let folder: string;
beforeAll(async () => {
  app = await start();
  folder = await mkdtemp(join(tmpdir(), 'docent-handbook-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const root = join(import.meta.dirname, '..', '..', '..', 'handbook');
const pages = interfaceLanguages.flatMap((language) =>
  readdirSync(join(root, language)).map((file) => `/console/${handbookPath(language, file.replace(/\.md$/, ''))}`),
);
const bodyOf = async (url: string) => (await app.inject(url)).body;

describe('the handbook of this version', () => {
  test('HB1: every page is served in its language, without scripts and without anything to load', async () => {
    expect(pages.length).toBeGreaterThan(70);
    for (const url of pages) {
      const { statusCode, body, headers } = await app.inject(url);
      expect([url, statusCode]).toEqual([url, 200]);
      expect(body).toContain(`lang="${url.includes('/zh/') ? 'zh-CN' : 'en'}"`);
      expect(body).not.toMatch(/<script[\s>]|<img|<link rel="stylesheet"/);
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  test('HB1: a page stands at its other address too', async () => {
    expect(await bodyOf('/docs/handbook/en/console')).toBe(await bodyOf('/console/docs/handbook/en/console'));
  });

  test('HB1: what is no page is 404, what can be none is 400', async () => {
    const statusOf = async (path: string) => (await app.inject(`/docs/handbook/${path}`)).statusCode;
    expect(await statusOf('en/no-such-page')).toBe(404);
    expect([await statusOf('de/console'), await statusOf('en/..%2f..%2fpackage')]).toEqual([400, 400]);
  });

  test('HB1: a handbook that could not be read is read again', async () => {
    await using served = await start(folder);
    const url = '/docs/handbook/en/start';
    expect((await served.inject(url)).statusCode).toBe(500);
    await mkdir(join(folder, 'en'));
    await writeFile(
      join(folder, 'en', 'start.md'),
      '---\ntitle: Start\ndescription: d\ndate: 2026-01-01\n---\nText',
    );
    const { statusCode, body } = await served.inject(url);
    expect([statusCode, body]).toEqual([200, expect.stringContaining('<h1>Start</h1>')]);
  });

  test('HB2: links between pages lead to pages of the same language, to headings that exist', async () => {
    let links = 0;
    for (const url of pages) {
      const [main = ''] = /<main>[\s\S]*<\/main>/.exec(await bodyOf(url)) ?? [];
      for (const [, href = ''] of main.matchAll(/<a href="(?!https?:|mailto:|\/|#)([^"]+)"/g)) {
        const [name = '', fragment] = href.split('#');
        const target = url.replace(/[^/]+$/, name);
        const heading = fragment === undefined ? '<h1>' : `id="${decodeURIComponent(fragment)}"`;
        expect([url, href, (await bodyOf(target)).includes(heading)]).toEqual([url, href, true]);
        links++;
      }
    }
    expect(links).toBeGreaterThan(100);
  });
});
