import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveFiles } from '../../server/http/files.ts';

const script = 'export const text = "the same again and again";\n'.repeat(100);
const name = 'chat-Bq3x_9Ka.js';
let directory: string;
let app: FastifyInstance;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docent-files-'));
  await mkdir(join(directory, 'parts'));
  await writeFile(join(directory, name), script);
  await writeFile(join(directory, `${name}.br`), brotliCompressSync(script));
  await writeFile(join(directory, `${name}.gz`), gzipSync(script));
  await writeFile(join(directory, 'widget.js'), script);
  app = fastify();
  await serveFiles(app, {
    directory,
    prefix: '/widget/',
    aliases: { '/widget.js': 'widget.js' },
    crossOrigin: true,
    missing: 'not built',
  });
});
afterEach(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

const ask = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

test.each([
  ['gzip, deflate, br', 'br', true],
  ['gzip', 'gzip', true],
  [undefined, undefined, false],
  ['identity', undefined, false],
])('FILE1: a browser that takes %s gets %s', async (accepted, encoding, isSmaller) => {
  const reply = await ask(`/widget/${name}`, accepted);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-encoding']).toBe(encoding);
  expect(reply.headers['content-type']).toMatch(/javascript/);
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(reply.headers['access-control-allow-origin']).toBe('*');
  expect(/accept-encoding/i.test(String(reply.headers['vary']))).toBe(true);
  expect(reply.rawPayload.length < script.length / 4).toBe(isSmaller);
  expect(reply.body === script).toBe(!isSmaller);
});

test('FILE1: a file without a copy comes as it is', async () => {
  const reply = await ask('/widget.js', 'br');
  expect([reply.statusCode, reply.headers['content-encoding'], reply.body]).toEqual([200, undefined, script]);
});

test.each(['/widget/', '/widget/parts/', '/widget/parts', `/widget/${name}.br`, '/widget/none.js'])(
  'FILE2: %s is not there',
  async (url) => expect((await ask(url)).statusCode).toBe(404),
);
