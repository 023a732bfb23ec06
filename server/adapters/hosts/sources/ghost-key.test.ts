import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createContentFolder } from '../../../../test/fakes/content-folder.ts';
import { createTestLog } from '../../../../test/fakes/log.ts';
import { createWebSite } from '../../../../test/fakes/web-site.ts';
import { openSqlite } from '../../database/sqlite.ts';
import { createSealing } from '../../sealing.ts';
import { createSourcePlaces } from './source-places.ts';

const key = '0123456789abcdef0123456789';
const json = { 'content-type': 'application/json' };

/** What a Ghost may do with a request whose address has the key. */
const ways: readonly (readonly [string, (request: IncomingMessage, response: ServerResponse) => unknown])[] =
  [
    ['fails', (_, response) => response.writeHead(500).end()],
    ['sends half an answer', (_, response) => response.writeHead(200, json).end('{"posts": [')],
    [
      'leads to another host with it',
      ({ url }, response) => response.writeHead(302, { location: `https://other.example${url}` }).end(),
    ],
    ['leads in a circle', ({ url }, response) => response.writeHead(302, { location: url }).end()],
    [
      'repeats it in its refusal',
      ({ url }, response) =>
        response
          .writeHead(401, json)
          .end(JSON.stringify({ errors: [{ message: `Unknown ${key} at ${url}` }] })),
    ],
    ['breaks off', ({ socket }) => socket.destroy()],
  ];

test.each(ways)('SRC14: the key of a Ghost that %s is in no message and no log', async (_way, answer) => {
  await using site = await createWebSite();
  await using folder = await createContentFolder();
  site.missing = (request, response) => {
    if (request.url !== '/') return answer(request, response);
    const generator = '<meta name="generator" content="Ghost 5.9">';
    return response.writeHead(200, { 'content-type': 'text/html' }).end(generator);
  };
  const log = createTestLog();
  const db = openSqlite(':memory:');
  const places = createSourcePlaces({
    sealing: createSealing({ secretKey: undefined, path: join(folder.dataDir, 'secret.key') }),
    db,
    clock: { now: Date.now },
    log,
    instanceId: 'test',
    dataDir: folder.dataDir,
    root: undefined,
    parallel: 1,
    mayBePrivate: true,
    mostPages: 10,
  });
  const place = {
    kind: 'site',
    platform: 'ghost',
    address: site.origin,
    folder: '',
    ending: 'none',
  } as const;
  const signal = AbortSignal.timeout(30_000);
  const said: unknown[] = [];
  const note = (error: unknown) => void said.push(error);
  await places.look(place, { key }, signal).then(note, note);
  const host = await places.open('s1', place, 10, { key });
  await Array.fromAsync(host.heads(signal)).then(note, note);
  await host.close();
  await db.close();
  expect(site.asked.join('\n')).toContain(key);
  expect(inspect([said, log], { depth: 20, maxStringLength: null, maxArrayLength: null })).not.toContain(key);
});
