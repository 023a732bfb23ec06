import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { Document } from '../../server/http/implement.ts';
import type { ServedFiles } from '../../server/http/files.ts';
import { openProbeServer } from './probe-server.ts';

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function serve(page: Document, options: Parameters<typeof openProbeServer>[1] = {}) {
  const opened = await openProbeServer({ page: () => page }, options);
  ({ app } = opened);
  return opened;
}

const html = { status: 200, contentType: 'text/html; charset=utf-8' } as const;
const kept = { 'cache-control': 'public, max-age=60' };

test('a reader that has the page already gets 304', async () => {
  const { app } = await serve({ ...html, body: '<p>你好</p>', headers: kept });
  const first = await app.inject('/probe/page');
  expect([first.statusCode, first.body]).toEqual([200, '<p>你好</p>']);
  const etag = String(first.headers.etag);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await app.inject({ url: '/probe/page', headers: { 'if-none-match': known } });
    expect([known, again.statusCode, again.body, again.headers.etag]).toEqual([known, 304, '', etag]);
  }
  const other = await app.inject({ url: '/probe/page', headers: { 'if-none-match': '"other"' } });
  expect(other.statusCode).toBe(200);
});

test('HEAD tells the length and the tag, and sends no body', async () => {
  const { app } = await serve({ ...html, body: new Uint8Array([1, 2, 3]), headers: kept });
  const { headers: full } = await app.inject('/probe/page');
  const reply = await app.inject({ method: 'HEAD', url: '/probe/page' });
  expect([reply.statusCode, reply.body]).toEqual([200, '']);
  expect(reply.headers).toMatchObject({ 'content-length': '3', etag: full.etag });
});

test('a page that says nothing about caching is not stored, and has no tag', async () => {
  const { app } = await serve({ ...html, body: 'mine' });
  const { headers } = await app.inject('/probe/page');
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(headers.etag).toBeUndefined();
});

test('a long document is sent piece by piece', async () => {
  const { app } = await serve({
    ...html,
    body: (async function* () {
      yield 'one,';
      yield 'two';
    })(),
  });
  expect((await app.inject('/probe/page')).body).toBe('one,two');
});

test('a document that breaks off is cut and logged', async () => {
  const { app, errors } = await serve({
    ...html,
    body: (async function* () {
      yield 'one,';
      throw new TypeError('lost');
    })(),
  });
  await expect(app.inject('/probe/page')).rejects.toThrow('response destroyed before completion');
  expect(errors).toEqual([
    { err: expect.any(TypeError), requestId: expect.any(String), message: expect.any(String) },
  ]);
});

async function builtFolder(): Promise<ServedFiles> {
  const directory = await mkdtemp(join(tmpdir(), 'docent-files-'));
  await mkdir(join(directory, 'chunks'));
  await writeFile(join(directory, 'widget.js'), 'export {};');
  await writeFile(join(directory, 'chunks', 'markdown-Bq3x_9Ka.js'), 'export {};');
  await writeFile(join(directory, '.secret'), 'no');
  return {
    directory,
    prefix: '/widget/',
    aliases: { '/widget.js': 'widget.js' },
    crossOrigin: true,
    missing: 'Not built',
  };
}

test('built files: hashed names are kept for ever, the entry is asked about, any page may load them', async () => {
  const files = await builtFolder();
  const { app } = await serve({ ...html, body: '' }, { files: [files] });
  const entry = await app.inject('/widget.js');
  expect(entry.statusCode).toBe(200);
  expect(entry.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, no-cache',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  const same = await app.inject({
    url: '/widget.js',
    headers: { 'if-none-match': String(entry.headers.etag) },
  });
  expect(same.statusCode).toBe(304);
  const chunk = await app.inject('/widget/chunks/markdown-Bq3x_9Ka.js');
  expect(chunk.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const hidden of ['/widget/.secret', '/widget/..%2f..%2fetc/passwd', '/widget/', '/widget/none.js']) {
    const { statusCode, body } = await app.inject(hidden);
    expect([hidden, statusCode >= 403, body.includes('root:')]).toEqual([hidden, true, false]);
  }
  await rm(files.directory, { recursive: true });
});

test('a folder that is not built says so', async () => {
  const { app } = await serve(
    { ...html, body: '' },
    {
      files: [
        {
          directory: '/nowhere',
          prefix: '/widget/',
          aliases: { '/widget.js': 'widget.js' },
          crossOrigin: true,
          missing: 'Not built',
        },
      ],
    },
  );
  for (const url of ['/widget.js', '/widget/chunks/x.js']) {
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.body]).toEqual([503, 'Not built']);
  }
});
