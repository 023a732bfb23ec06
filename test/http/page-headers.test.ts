import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleFiles } from '../../server/features/site/console-files.ts';
import { widgetFiles } from '../../server/features/site/widget-files.ts';
import { serveFiles } from '../../server/http/files.ts';
import { listen } from './wire.ts';

let folder: string;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-pages-'));
  for (const [name, file] of [
    ['console', 'index.html'],
    ['widget', 'embed.html'],
  ] as const) {
    const page = `<!doctype html><title>${name}</title>${'<p>text</p>'.repeat(50)}`;
    await mkdir(join(folder, name, 'parts'), { recursive: true });
    await writeFile(join(folder, name, file), page);
    await writeFile(join(folder, name, `${file}.gz`), gzipSync(page));
    await writeFile(join(folder, name, 'parts', 'other.html'), page);
    await writeFile(join(folder, name, 'parts', 'other.html.gz'), gzipSync(page));
    await writeFile(join(folder, name, 'widget.js'), 'export {};');
  }
  app = fastify();
  const policy = async () => "frame-ancestors 'self' https://blog.example.org";
  await serveFiles(app, { ...widgetFiles, directory: join(folder, 'widget') }, { framePolicy: policy });
  await serveFiles(app, { ...consoleFiles(), directory: join(folder, 'console') }, { framePolicy: policy });
  port = await listen(app);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** A request whose target is sent as it is written; clients such as `fetch` would put it right before. */
const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent: false }, resolve).on('error', reject);
  });
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
};

const isPage = ({ headers }: Awaited<ReturnType<typeof ask>>) =>
  /\bhtml\b/.test(String(headers['content-type']));

/** Spellings of one file below `folder`: escaped letters, doubled slashes, dot segments, case, a query. */
const spellings = (folder: string, file: string): readonly string[] => {
  const [stem = '', ending = ''] = file.split('.');
  const escaped = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  const first = escaped(stem.charAt(0)) + file.slice(1);
  return [
    `${folder}${file}`,
    `${folder}${file}?`,
    `${folder}${file}?frame=1&x=/../a.js`,
    `${folder}${file}#top`,
    `${folder}${first}`,
    `${folder}${first.toUpperCase().replace(file.slice(1).toUpperCase(), file.slice(1))}`,
    `${folder}${stem}%2E${ending}`,
    `${folder}${stem}%2e${ending}?a`,
    `${folder}${Array.from(file, escaped).join('')}`,
    `${folder}${stem}.${ending.slice(0, -1)}${escaped(ending.at(-1) ?? '')}`,
    `${folder}/${file}`,
    `/${folder}${file}`,
    `${folder}./${file}`,
    `${folder}parts/../${file}`,
    `${folder}%2e/${file}`,
    `${folder}parts/%2e%2e/${file}`,
    `${folder.slice(0, -1)}%2f${file}`,
    `${folder}%2f${file}`,
    `${folder}parts%2f..%2f${file}`,
    `${folder}${file.toUpperCase()}`,
    `${folder}${stem}.${ending.toUpperCase()}`,
    `${folder}${file}/`,
    `${folder}${file}%00`,
    `${folder}${file}%20`,
    `${folder}${file};a`,
    `${folder}${file}.gz`,
    `${folder}parts\\..\\${file}`,
    `/%${folder.charCodeAt(1).toString(16)}${folder.slice(2)}${file}`,
    `${folder}parts/other.html`,
    `${folder}p%61rts/other%2ehtml`,
    `http://evil.example${folder}${file}`,
  ];
};

const ways: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'accept-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=1.0, gzip' },
];

describe('FILE3: every page of the console has the policy, whatever path leads to it', () => {
  test.each(['/console/', '/console/models', ...spellings('/console/', 'index.html')])('%s', async (path) => {
    for (const way of ways) {
      const reply = await ask(path, way);
      if (!isPage(reply)) continue;
      expect(reply.headers).toMatchObject({
        'content-security-policy': consoleFiles().pageHeaders['content-security-policy'],
        'cross-origin-opener-policy': 'same-origin',
      });
    }
  });

  test('the plain, the escaped and the compressed file are pages; a script has no policy of pages', async () => {
    for (const path of ['/console/index.html', '/console/%69ndex%2ehtml', '/console/parts/other.html'])
      expect([path, isPage(await ask(path))]).toEqual([path, true]);
    const packed = await ask('/console/parts/other.html', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect((await ask('/console/widget.js')).headers['content-security-policy']).toBeUndefined();
  });

  test('a browser that has the page already hears the policy with its 304', async () => {
    const { headers } = await ask('/console/index.html');
    const again = await ask('/console/%69ndex.html', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.headers['content-security-policy']]).toEqual([
      304,
      consoleFiles().pageHeaders['content-security-policy'],
    ]);
  });
});

describe('ORG5: the page for frames is as strict as other pages and names who may frame it, in any spelling', () => {
  test.each(['/embed.html', '/%65mbed.html', ...spellings('/widget/', 'embed.html')])('%s', async (path) => {
    for (const way of ways) {
      const reply = await ask(path, way);
      if (!isPage(reply)) continue;
      const own = widgetFiles.pageHeaders['content-security-policy'];
      expect(reply.headers['content-security-policy']).toBe(
        path.includes('other') ? own : `${own}; frame-ancestors 'self' https://blog.example.org`,
      );
    }
  });

  test('the plain, the aliased and the escaped address are that page', async () => {
    for (const path of ['/embed.html', '/%65mbed.html', '/widget/embed.html', '/widget/embed%2Ehtml'])
      expect([path, isPage(await ask(path))]).toEqual([path, true]);
  });
});
