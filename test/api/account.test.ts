import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { accountMigrations, createAccount } from '../../server/features/account/account.ts';
import { clientNetworks } from '../../server/kit/ip-networks.ts';
import { createServer } from '../../server/http/server.ts';
import type { Database } from '../../server/kit/database.ts';
import { assertNoBugs, createTestLog } from '../fakes/log.ts';

const password = 'the password';
const token = 'an-administrator-token';
let db: Database;
let app: FastifyInstance;
let log: ReturnType<typeof createTestLog>;

async function open({
  publicOrigin,
  hasPassword = true,
}: { publicOrigin?: string; hasPassword?: boolean } = {}) {
  log = createTestLog();
  const account = createAccount({
    db,
    clock: { now: Date.now },
    log,
    networksOf: clientNetworks,
    settings: {
      adminToken: token,
      adminPassword: hasPassword ? password : undefined,
      isGenerated: true,
      where: 'test',
    },
  });
  app = await createServer({
    implementations: account.routes,
    identify: account.identify,
    publicOrigin,
    trustedProxies: ['127.0.0.1'],
    log,
    checkReplies: true,
  });
  return app;
}

beforeEach(async () => {
  db = openSqlite(':memory:');
  await db.migrate(accountMigrations);
});
afterEach(async () => {
  await app.close();
  await db.close();
  assertNoBugs(log);
});

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const submit = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/login',
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...page, ...headers },
  });

const send = (payload: string, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/login', payload, headers: { 'content-type': type } });

const cookieIn = (header: unknown) => /^docent_session=([\w-]*);/.exec(String(header))?.[1] ?? '';

describe('signing in with a browser', () => {
  test("the page needs no script, allows none, and speaks the browser's language", async () => {
    await open();
    const english = await app.inject('/login?next=/console/pets');
    expect(english.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(english.body).toContain('Sign in to Docent');
    expect(english.body).toContain('name="next" value="/console/pets"');
    expect(english.body).not.toMatch(/<script|\son\w+=/i);
    const policy = String(english.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const style = /<style>([\s\S]*?)<\/style>/.exec(english.body)?.[1] ?? '';
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    const chinese = await app.inject({ url: '/login', headers: { 'accept-language': 'zh-CN,zh;q=0.9' } });
    expect(chinese.body).toContain('<html lang="zh-CN">');
    expect(chinese.body).toContain('管理员登录');
  });

  test('the right password opens a session and leads on', async () => {
    await open();
    const reply = await submit({ password, next: '/console/pets?x=1' });
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/console/pets?x=1']);
    expect(reply.headers['set-cookie']).toMatch(
      /^docent_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const cookie = `docent_session=${cookieIn(reply.headers['set-cookie'])}`;
    expect((await app.inject({ url: '/session', headers: { cookie } })).json()).toEqual({
      kind: 'admin',
      via: 'cookie',
    });
    const tokens = await app.inject({ url: `${consolePrefix}/account/tokens`, headers: { cookie } });
    expect(tokens.json()).toEqual({ tokens: [] });
    const again = await app.inject({ url: '/login', headers: { cookie } });
    expect([again.statusCode, again.headers.location]).toEqual([303, '/console/']);
  });

  test.each([
    ['https://evil.example/'],
    ['//evil.example'],
    ['/\\evil.example'],
    ['javascript:alert(1)'],
    [''],
  ])('afterwards nobody is led to %j', async (next) => {
    await open();
    expect((await submit({ password, next })).headers.location).toBe('/console/');
    expect((await app.inject(`/login?next=${encodeURIComponent(next)}`)).body).toContain(
      'name="next" value=""',
    );
  });

  test('AUTH11: under https the cookie has a name that browsers keep to this host, and the other one is read', async () => {
    await open({ publicOrigin: 'https://docs.example' });
    const login = (cookie?: string) => submit({ password }, cookie === undefined ? {} : { cookie });
    const cookies = (reply: Awaited<ReturnType<typeof login>>) =>
      [reply.headers['set-cookie']].flat().map(String);
    const [first = ''] = cookies(await login());
    expect(first).toMatch(
      /^__Host-docent_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const secret = /=([\w-]+)/.exec(first)?.[1] ?? '';
    const state = async (cookie: string) =>
      (await app.inject({ url: '/session', headers: { cookie } })).json<{ kind: string }>().kind;
    for (const name of ['__Host-docent_session', 'docent_session'])
      expect([name, await state(`${name}=${secret}`)]).toEqual([name, 'admin']);
    expect(await state(`__Host-docent_session=wrong; docent_session=${secret}`)).toBe('admin');
    const [, old = ''] = cookies(await login(`docent_session=${secret}`));
    expect(old).toContain('docent_session=; Max-Age=0;');
    expect(await state(`docent_session=${secret}`)).toBe('anonymous');
  });

  test('AUTH12: a new password that is guessed soon is refused with the reason, and changes nothing', async () => {
    await open();
    const change = (next: string) =>
      app.inject({
        method: 'POST',
        url: `${consolePrefix}/account/password`,
        headers: { authorization: `Bearer ${token}` },
        payload: { current: password, next },
      });
    for (const [next, reason] of [
      ['aaaaaaaaaaaaaa', 'repeats'],
      ['Sunshine24', 'commonest'],
      ['docent-2026', 'docent'],
    ] as const) {
      const reply = await change(next);
      expect([reply.statusCode, reply.json().error]).toEqual([400, expect.stringContaining(reason)]);
    }
    expect((await submit({ password })).statusCode).toBe(303);
    expect((await change('seven lamps on the quay')).statusCode).toBe(204);
  });

  test('the cookie is for https alone when the site is', async () => {
    await open({ publicOrigin: 'https://docs.example' });
    expect((await submit({ password })).headers['set-cookie']).toMatch(/; Secure$/);
  });

  test('behind a trusted proxy the forwarded protocol decides', async () => {
    await open();
    expect((await submit({ password }, { 'x-forwarded-proto': 'https' })).headers['set-cookie']).toMatch(
      /; Secure$/,
    );
  });

  test('a wrong password shows the page again, and after ten the wait, in both languages', async () => {
    await open();
    const wrong = await submit({ password: '<b>"guess"', next: '/console/pets' });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.body).toContain('The password is wrong.');
    expect(wrong.body).toContain('value="/console/pets"');
    expect(wrong.body).not.toContain('guess');
    expect(wrong.headers['set-cookie']).toBeUndefined();
    for (let i = 1; i < 10; i++) await submit({ password: 'guess' });
    const waiting = await submit({ password });
    expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([429, '900']);
    expect(waiting.body).toContain('Too many attempts. Please try again in 15 min.');
    const chinese = await submit({ password }, { 'accept-language': 'zh' });
    expect(chinese.body).toContain('尝试次数过多，请在 15 分钟后再试。');
    expect((await submit({ password }, { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(303);
  });

  test('a page of another site cannot sign the browser in or out', async () => {
    await open();
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect((await submit({ password }, headers)).statusCode).toBe(403);
      expect((await app.inject({ method: 'POST', url: '/logout', headers })).statusCode).toBe(403);
    }
  });

  test('signing in again gives a new session and ends the old one', async () => {
    await open();
    const first = cookieIn((await submit({ password })).headers['set-cookie']);
    const second = cookieIn(
      (await submit({ password }, { cookie: `docent_session=${first}` })).headers['set-cookie'],
    );
    const [before, after] = await Promise.all(
      [first, second].map((value) => app.inject({ url: '/session', cookies: { docent_session: value } })),
    );
    expect([before?.json(), after?.json()]).toEqual([
      { kind: 'anonymous' },
      { kind: 'admin', via: 'cookie' },
    ]);
  });

  test('signing out ends the session and takes the cookie away', async () => {
    await open();
    const cookie = `docent_session=${cookieIn((await submit({ password })).headers['set-cookie'])}`;
    const reply = await app.inject({ method: 'POST', url: '/logout', headers: { cookie, ...page } });
    expect([reply.statusCode, reply.headers.location]).toEqual([303, 'login']);
    expect(reply.headers['set-cookie']).toContain('docent_session=; Max-Age=0;');
    expect((await app.inject({ url: '/session', headers: { cookie } })).json()).toEqual({
      kind: 'anonymous',
    });
  });

  test('without a password the page says how else to come in', async () => {
    await open({ hasPassword: false });
    const reply = await app.inject('/login');
    expect(reply.body).toContain('No password is set.');
    expect(reply.body).not.toContain('<form');
  });
});

describe('signing in with a program', () => {
  test('JSON is answered by JSON', async () => {
    await open();
    const reply = await app.inject({ method: 'POST', url: '/login', payload: { password } });
    expect([reply.statusCode, reply.json()]).toEqual([200, { kind: 'admin', via: 'cookie' }]);
    const cookies = { docent_session: cookieIn(reply.headers['set-cookie']) };
    const out = await app.inject({ method: 'POST', url: '/logout', cookies });
    expect([out.statusCode, out.json()]).toEqual([200, { kind: 'anonymous' }]);
  });

  test('so are wrong passwords, too many attempts, and invalid bodies', async () => {
    await open();
    expect((await send('{')).statusCode).toBe(400);
    expect((await send('{"password":5}')).statusCode).toBe(400);
    expect((await send('x', 'text/plain')).statusCode).toBe(415);
    const wrong = await send('{"password":"guess"}');
    expect([wrong.statusCode, wrong.json<{ error: string }>().error]).toEqual([401, 'The password is wrong']);
    for (let i = 1; i < 10; i++) await send('{"password":"guess"}');
    const waiting = await send('{"password":"guess"}');
    expect([waiting.statusCode, waiting.json()]).toEqual([
      429,
      { error: 'Too many attempts; try again later' },
    ]);
    expect(waiting.headers['retry-after']).toBe('900');
  });

  test('a token is the administrator without signing in', async () => {
    await open();
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.inject({ url: '/session', headers })).json()).toEqual({ kind: 'admin', via: 'token' });
  });
});

describe("the console's account", () => {
  const headers = { authorization: `Bearer ${token}` };
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    app.inject({ method, url: `${consolePrefix}/account${path}`, headers, ...(payload ? { payload } : {}) });

  test('a token is shown once, works, and stops working when deleted', async () => {
    await open();
    const made = (await call('POST', '/tokens', { name: '  backup  ' })).json<{
      id: string;
      name: string;
      token: string;
    }>();
    expect(made).toMatchObject({ name: 'backup', token: expect.stringMatching(/^docent_[\w-]{43}$/) });
    const listed = await call('GET', '/tokens');
    expect(listed.body).toContain('"name":"backup"');
    expect(listed.body).not.toContain(made.token);
    const withIt = () =>
      app.inject({
        url: `${consolePrefix}/account/tokens`,
        headers: { authorization: `Bearer ${made.token}` },
      });
    expect((await withIt()).statusCode).toBe(200);
    expect((await call('DELETE', `/tokens/${made.id}`)).statusCode).toBe(204);
    expect((await withIt()).statusCode).toBe(401);
    const again = await call('DELETE', `/tokens/${made.id}`);
    expect([again.statusCode, again.json()]).toEqual([404, { error: 'Token not found' }]);
  });

  test.each([
    [{}, 'name must be a text'],
    [{ name: ' ' }, 'name must not be blank'],
    [{ name: 'x'.repeat(81) }, 'name must not exceed 80 characters'],
    [{ name: 5 }, 'name must be a text'],
  ])('a token needs a name (%#)', async (payload, error) => {
    await open();
    const reply = await call('POST', '/tokens', payload);
    expect([reply.statusCode, reply.json()]).toEqual([400, { error }]);
  });

  const change = async (current: string, next: string) =>
    (await call('POST', '/password', { current, next })).statusCode;

  test('the password can be changed with the current one', async () => {
    await open();
    expect(await change(password, 'short')).toBe(400);
    expect(await change('guess', 'another one')).toBe(403);
    expect(await change(password, 'another one')).toBe(204);
    expect((await submit({ password })).statusCode).toBe(401);
    expect((await submit({ password: 'another one' })).statusCode).toBe(303);
  });

  test('unauthorized clients are refused everywhere', async () => {
    await open();
    for (const path of ['/tokens', '/password', '/tokens/x']) {
      const { statusCode } = await app.inject(`${consolePrefix}/account${path}`);
      expect([path, statusCode]).toEqual([path, 401]);
    }
  });
});

test('AUTH8, AUTH9: the generated token over the wire', async () => {
  await open();
  const as = (bearer: string) => ({ authorization: `Bearer ${bearer}` });
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, bearer: string) =>
    app.inject({ method, url: `${consolePrefix}/account/${path}`, headers: as(bearer) });
  expect((await call('GET', 'access', token)).json()).toEqual({
    password: 'generated',
    generatedToken: { state: 'active', hint: token.slice(-4), changedAt: '' },
  });
  const renewed = (await call('POST', 'generated-token/renew', token)).json();
  expect(renewed).toEqual({ token: expect.stringMatching(/^docent_/), hint: renewed.token.slice(-4) });
  expect((await call('GET', 'access', token)).statusCode).toBe(401);
  expect((await call('DELETE', 'generated-token', renewed.token)).statusCode).toBe(204);
  expect((await call('GET', 'access', renewed.token)).statusCode).toBe(401);
});
