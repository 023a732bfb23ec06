import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { publicPrefix } from '../../contract/api.ts';
import { group, json, post } from '../../contract/endpoint.ts';
import { implement } from '../../server/http/implement.ts';
import { openProbeServer } from './probe-server.ts';
import { dial, listen } from './wire.ts';

let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

const fileBytes = 100_000;
const uploads = group('upload-probe', 'public', {
  upload: post('/probe/upload', {
    summary: 'Counts the bytes of a file',
    decode: 'form',
    body: z.object({ file: z.instanceof(Uint8Array).optional(), name: z.string().default('') }),
    bodyBytes: fileBytes,
    reply: json(z.object({ bytes: z.int(), name: z.string() })),
    errors: { style: 'success-flag', ok: true },
  }),
});
const path = `${publicPrefix}/probe/upload`;

async function open() {
  const calls = vi.fn<(bytes: number) => void>();
  const opened = await openProbeServer(
    {},
    {
      implementations: [
        implement(uploads, {
          upload: async ({ body }) => {
            const bytes = body.file?.length ?? 0;
            calls(bytes);
            return { bytes, name: body.name };
          },
        }),
      ],
    },
  );
  ({ app } = opened);
  return { ...opened, calls };
}

const head = (length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: site\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`;
const fileStart = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
const end = '\r\n--x--\r\n';
const form = (file: string) => `${fileStart}${file}${end}`;
const request = (body: string) => head(body.length) + body;

test('a form is read, its file as bytes, in whatever pieces it comes', async () => {
  const { app } = await open();
  const client = dial(await listen(app), '');
  const whole = request(
    `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nMomo\r\n${form('y'.repeat(1000))}`,
  );
  for (let at = 0; at < whole.length; at += 97) {
    await new Promise((written) => client.socket.write(whole.slice(at, at + 97), written));
  }
  await client.until('{"bytes":1000,"name":"Momo"}');
  expect(client.text()).toContain('200 OK');
  client.socket.destroy();
});

test('an empty file, as browsers send it when none was chosen, counts as none', async () => {
  const { app, calls } = await open();
  const reply = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: form(''),
  });
  expect(reply.json()).toEqual({ bytes: 0, name: '' });
  expect(calls).toHaveBeenCalledWith(0);
});

test('LIM5: a file that is far too large is refused, its sender hears it, and the connection goes on', async () => {
  const { app, calls, errors } = await open();
  const client = dial(await listen(app), request(form('y'.repeat(20 * fileBytes))));
  await client.until('"success":false');
  expect(client.text()).toContain('must not be larger than');
  client.socket.write(request(form('z'.repeat(10))));
  await client.until('{"bytes":10,"name":""}');
  expect(calls.mock.calls).toEqual([[10]]);
  expect(errors).toEqual([]);
  client.socket.destroy();
});

test('a sender that leaves in the middle leaves nothing behind', async () => {
  const { app, calls, errors } = await open();
  const port = await listen(app);
  const client = dial(port, head(5_000) + fileStart + 'half');
  await new Promise<void>((accepted) => app.server.once('request', () => accepted()));
  client.socket.destroy();
  await client.closed;
  await expect.poll(() => new Promise((count) => app.server.getConnections((_, n) => count(n)))).toBe(0);
  const next = dial(port, request(form('next')));
  await next.until('{"bytes":4,"name":""}');
  next.socket.destroy();
  expect(calls.mock.calls).toEqual([[4]]);
  expect(errors).toEqual([]);
});

test('a form that ends too early is refused', async () => {
  const { app, errors } = await open();
  const client = dial(await listen(app), request(fileStart + 'no end'));
  await client.until('"success":false');
  expect(client.text()).toContain('cannot be read');
  expect(errors).toEqual([]);
  client.socket.destroy();
});
