import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix, publicPrefixV2 } from '../../contract/api.ts';
import { createServer } from '../../server/http/server.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { assertNoBugs, createTestLog } from '../fakes/log.ts';
import {
  additions,
  consoleOperations,
  filled,
  named,
  publicOperations,
  twinOperations,
} from './operations.ts';

const unlisted = [
  { method: 'GET', path: '' },
  { method: 'GET', path: '/none-such' },
  { method: 'POST', path: '/none-such' },
  { method: 'PUT', path: '/config' },
  { method: 'DELETE', path: '/usage' },
] as const;

const guarded = [...consoleOperations, ...additions, ...unlisted].map(
  (operation) => [named(operation), operation] as const,
);

describe('the console', () => {
  let app: TestApp;
  let known: FastifyInstance;
  beforeAll(async () => {
    app = await createTestApp();
    known = await createServer({
      implementations: [],
      identify: async () => ({ kind: 'user', id: 'editor' }),
      publicOrigin: undefined,
      trustedProxies: [],
      log: createTestLog(),
      checkReplies: true,
    });
  });
  afterAll(async () => {
    assertNoBugs(app.log);
    await known.close();
    await app[Symbol.asyncDispose]();
  });

  test.each(guarded)('AUTH2: %s refuses strangers, whatever they show', async (_, { method, path }) => {
    const url = consolePrefix + filled(path);
    const attempts: readonly Readonly<Record<string, string>>[] = [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: 'Basic YWRtaW46YWRtaW4=' },
      { cookie: 'docent_session=wrong' },
      { 'x-forwarded-for': '127.0.0.1' },
    ];
    for (const headers of attempts) {
      const reply = await app.inject({ method, url, headers });
      expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Bearer realm="docent"']);
    }
  });

  test.each(guarded)(
    'AUTH2: %s refuses a known caller who is no administrator',
    async (_, { method, path }) => {
      expect((await known.inject({ method, url: consolePrefix + filled(path) })).statusCode).toBe(403);
    },
  );
});

describe('visitors', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    assertNoBugs(app.log);
    await app[Symbol.asyncDispose]();
  });

  /** A useful and a useless request for each public operation. */
  const bodies: Readonly<Record<string, object>> = {
    '/chat': { message: 'How do I begin?' },
    '/chat/stream': { message: 'How do I begin?' },
    '/search/answer': { keyword: 'begin' },
  };
  const asked = [
    ...publicOperations.map((operation) => ({ ...operation, prefix: publicPrefix })),
    ...twinOperations.map((operation) => ({ ...operation, prefix: publicPrefixV2 })),
  ].map((operation) => [operation.prefix + operation.path, operation] as const);

  test.each(asked)(
    'AUTH1: %s is for anybody, with wrong credentials too, from any page',
    async (url, { method, path }) => {
      for (const payload of method === 'GET' ? [undefined] : [bodies[path] ?? {}, {}]) {
        for (const headers of [{}, strangeHeaders]) {
          const reply = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
          expect([401, 403, 404, 500, 501]).not.toContain(reply.statusCode);
        }
      }
    },
  );
});

const strangeHeaders = {
  authorization: 'Bearer wrong',
  cookie: 'docent_session=wrong',
  origin: 'https://blog.example',
  'sec-fetch-site': 'cross-site',
};
