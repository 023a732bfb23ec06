import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consolePrefix, ownGroups, specGroups } from '../../contract/api.ts';
import { scopeOperations, tokenScopes, type TokenScope } from '../../contract/account.ts';
import { pathsOf } from '../../server/http/routing/paths.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { assertNoBugs } from '../fakes/log.ts';
import { filled } from './operations.ts';

/** Every operation that is not for everybody, at each of its addresses. */
const guarded = [...new Set([...specGroups, ...ownGroups])]
  .filter(({ access }) => access === 'admin')
  .flatMap((group) =>
    Object.entries(group.endpoints).flatMap(([name, endpoint]) =>
      pathsOf(group, endpoint).map((path) => ({
        operation: `${group.name}.${name}`,
        method: endpoint.method,
        path,
      })),
    ),
  );
const narrow = tokenScopes.filter((scope) => scope !== 'admin');

let app: TestApp;
const tokens = new Map<TokenScope, string>();
beforeAll(async () => {
  app = await createTestApp();
  for (const scope of tokenScopes) {
    const reply = await app.inject({
      method: 'POST',
      url: `${consolePrefix}/account/tokens`,
      headers: { ...asAdmin, 'content-type': 'application/json' },
      payload: JSON.stringify({ name: `a program for ${scope}`, scope }),
    });
    tokens.set(scope, reply.json<{ token: string }>().token);
  }
});
afterAll(async () => {
  assertNoBugs(app.log);
  await app[Symbol.asyncDispose]();
});

const statusOf = async (scope: TokenScope, method: (typeof guarded)[number]['method'], path: string) =>
  (
    await app.inject({
      method,
      url: filled(path).replaceAll(/\{\w+\*?\}/g, 'none-such'),
      headers: { authorization: `Bearer ${tokens.get(scope)}` },
      ...(method === 'GET' ? {} : { payload: {} }),
    })
  ).statusCode;

describe.each(narrow)('a token of scope %s', (scope) => {
  const allowed: readonly string[] = scopeOperations[scope];

  test('AUTH13: may call its operations, and no other one of administrators', async () => {
    const wrong: unknown[] = [];
    for (const { operation, method, path } of guarded) {
      const status = await statusOf(scope, method, path);
      const isRefused = status === 401 || status === 403;
      if (isRefused === allowed.includes(operation) || (isRefused && status !== 403))
        wrong.push({ operation, path, status });
    }
    expect(wrong).toEqual([]);
    expect(guarded.length).toBeGreaterThan(100);
  });

  test('AUTH13: names operations that there are', () => {
    const known = new Set(guarded.map(({ operation }) => operation));
    expect(allowed.filter((operation) => !known.has(operation))).toEqual([]);
  });

  test('AUTH13: learns nothing of console paths without an operation, and is no administrator', async () => {
    expect(await statusOf(scope, 'GET', `${consolePrefix}/none-such`)).toBe(403);
    const session = await app.inject({
      url: '/session',
      headers: { authorization: `Bearer ${tokens.get(scope)}` },
    });
    expect(session.json()).toEqual({ kind: 'anonymous', via: 'token', scope });
  });
});

test('AUTH13: reading is all that analytics may do', () => {
  const methods = guarded
    .filter(({ operation }) => (scopeOperations.analytics as readonly string[]).includes(operation))
    // Its tools are the operations here; the protocol sends every message by POST.
    .filter(({ operation }) => !operation.startsWith('mcp-analytics.'))
    .map(({ method }) => method);
  expect(new Set(methods)).toEqual(new Set(['GET']));
});

test('AUTH13: a token of scope admin may call everything', async () => {
  for (const { method, path } of guarded.filter((one) => one.method === 'GET'))
    expect([401, 403]).not.toContain(await statusOf('admin', method, path));
});
