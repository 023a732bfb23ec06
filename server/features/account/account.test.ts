import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sessionCookie } from '../../../contract/account.ts';
import { testEngines } from '../../../test/databases.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import type { Database } from '../../kit/database.ts';
import { sha256 } from '../../kit/ids.ts';
import { clientNetworks } from '../../kit/ip-networks.ts';
import { accountMigrations, createAccount, type AccountSettings } from './account.ts';

const operatorToken = 'a token of the operator';
const day = 24 * 60 * 60 * 1000;

describe.each(testEngines)('the administrator on %s', (_, open) => {
  let db: Database;
  let now: number;
  beforeEach(async () => {
    db = await open();
    await db.migrate(accountMigrations);
    now = Date.UTC(2026, 0, 1);
  });
  afterEach(() => db.close());

  const create = (settings: Partial<AccountSettings> = {}) =>
    createAccount({
      db,
      clock: { now: () => now },
      log: createTestLog(),
      networksOf: clientNetworks,
      settings: {
        adminToken: operatorToken,
        adminPassword: 'the password',
        isGenerated: true,
        where: 'test',
        ...settings,
      },
    });

  const whoIs = (account: ReturnType<typeof create>, authorization?: string, cookie?: string) =>
    account.identify({ authorization, cookies: cookie === undefined ? {} : { [sessionCookie]: cookie } });

  test.each([[`Bearer ${operatorToken}`], [`bearer  ${operatorToken} `]])(
    "the operator's token is the administrator (%s)",
    async (header) => {
      // Bearer tokens cannot contain blanks.
      const account = create({ adminToken: operatorToken.replaceAll(' ', '-') });
      const authorization = header.replace(operatorToken, operatorToken.replaceAll(' ', '-'));
      expect(await whoIs(account, authorization)).toEqual({ kind: 'admin', id: 'operator', via: 'token' });
    },
  );

  test.each([
    [undefined],
    [''],
    ['Bearer'],
    ['Bearer '],
    ['Bearer wrong'],
    ['Basic YWRtaW46eA=='],
    [`Bearer ${'x'.repeat(10_000)}`],
    ['Bearer \u0000'],
    ['Bearer undefined'],
  ])('%j is a stranger', async (authorization) => {
    expect(await whoIs(create(), authorization)).toEqual({ kind: 'anonymous' });
    expect(await whoIs(create({ adminToken: undefined }), authorization)).toEqual({ kind: 'anonymous' });
  });

  test.each([[''], ['x'], ['x'.repeat(43)], ['%00'], ['x'.repeat(100_000)]])(
    "a made-up cookie is a stranger's (%#)",
    async (cookie) => {
      expect(await whoIs(create(), undefined, cookie)).toEqual({ kind: 'anonymous' });
    },
  );

  test('signing in opens a session that every replica knows, and signing out ends it', async () => {
    const account = create();
    const secret = await account.login('the password', '203.0.113.1');
    const admin = { kind: 'admin', id: 'administrator', via: 'cookie' };
    expect(await whoIs(account, undefined, secret)).toEqual(admin);
    expect(await whoIs(create(), undefined, secret)).toEqual(admin);
    expect(await whoIs(account, 'Basic c29tZTpwcm94eQ==', secret)).toEqual(admin);
    await account.logout({ authorization: undefined, cookies: { [sessionCookie]: secret } });
    expect(await whoIs(account, undefined, secret)).toEqual({ kind: 'anonymous' });
  });

  test('AUTH11: a session that is used every day ends 90 days after its beginning', async () => {
    const account = create();
    const secret = await account.login('the password', '203.0.113.1');
    const began = now;
    while (now < began + 90 * day) {
      expect((await whoIs(account, undefined, secret)).kind).toBe('admin');
      now += 6 * day;
    }
    now = began + 90 * day - 1;
    expect((await whoIs(account, undefined, secret)).kind).toBe('admin');
    now = began + 90 * day;
    expect((await whoIs(account, undefined, secret)).kind).toBe('anonymous');
    expect((await whoIs(account, undefined, await account.login('the password', '203.0.113.1'))).kind).toBe(
      'admin',
    );
  });

  test('neither the cookie, nor a token, nor a password can be read from the database', async () => {
    const account = create();
    const secret = await account.login('the password', '203.0.113.1');
    const { token } = await account.tokens.create(asked('script'));
    await account.changePassword(
      { current: 'the password', next: 'another one' },
      '203.0.113.1',
      noCredentials,
    );
    const tables = ['admin_sessions', 'admin_tokens', 'admin_password'];
    const rows = await Promise.all(
      tables.map((table) => db.query.withTables<any>().selectFrom(table).selectAll().execute()),
    );
    const stored = JSON.stringify(rows);
    for (const value of [secret, token, 'the password', 'another one']) expect(stored).not.toContain(value);
    expect(stored).toContain(sha256(token));
  });

  test('a session lives fourteen days from its last use', async () => {
    const account = create();
    const secret = await account.login('the password', '203.0.113.1');
    for (let i = 0; i < 5; i++) {
      now += 13 * day;
      expect(await whoIs(account, undefined, secret)).toMatchObject({ kind: 'admin' });
    }
    now += 14 * day;
    expect(await whoIs(account, undefined, secret)).toEqual({ kind: 'anonymous' });
  });

  test('a wrong password is refused, and guessing ends in a wait', async () => {
    const account = create();
    await expect(account.login('wrong', '203.0.113.1')).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(account.login('', '203.0.113.1')).rejects.toMatchObject({ code: 'unauthenticated' });
    for (let i = 0; i < 8; i++) await account.login('wrong', '203.0.113.1').catch(() => undefined);
    await expect(account.login('the password', '203.0.113.1')).rejects.toMatchObject({ code: 'limited' });
    expect(await account.login('the password', '203.0.113.2')).toHaveLength(43);
  });

  test('without a password nobody can log in, not even with an empty one', async () => {
    const account = create({ adminPassword: undefined, isGenerated: false });
    expect(await account.hasPassword()).toBe(false);
    await expect(account.login('', '203.0.113.1')).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(account.login('undefined', '203.0.113.1')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  test('a changed password replaces the generated one and ends every session but the own', async () => {
    const account = create();
    const mine = await account.login('the password', '203.0.113.1');
    const other = await account.login('the password', '203.0.113.1');
    const credentials = { authorization: undefined, cookies: { [sessionCookie]: mine } };
    await expect(
      account.changePassword({ current: 'wrong', next: 'another one' }, '203.0.113.1', credentials),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await account.changePassword(
      { current: 'the password', next: 'another one' },
      '203.0.113.1',
      credentials,
    );
    expect(await whoIs(account, undefined, mine)).toMatchObject({ kind: 'admin' });
    expect(await whoIs(account, undefined, other)).toEqual({ kind: 'anonymous' });
    await expect(account.login('the password', '203.0.113.1')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await create().login('another one', '203.0.113.1')).toHaveLength(43);
  });

  test("the operator's password wins over a changed one, cannot be changed here, and a new one ends the sessions", async () => {
    const generated = create();
    await generated.changePassword(
      { current: 'the password', next: 'another one' },
      '203.0.113.1',
      noCredentials,
    );
    const account = create({ adminPassword: 'set by hand', isGenerated: false });
    await expect(account.login('another one', '203.0.113.1')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const secret = await account.login('set by hand', '203.0.113.1');
    await expect(
      account.changePassword(
        { current: 'set by hand', next: 'something else' },
        '203.0.113.1',
        noCredentials,
      ),
    ).rejects.toMatchObject({ code: 'conflict' });
    const afterRestart = create({ adminPassword: 'set anew', isGenerated: false });
    expect(await whoIs(afterRestart, undefined, secret)).toEqual({ kind: 'anonymous' });
  });

  test('a token works from its making to its deletion and tells when it was used', async () => {
    const account = create();
    const { token, ...made } = await account.tokens.create(asked('backup script'));
    expect(made).toMatchObject({ name: 'backup script', hint: token.slice(-4), lastUsedAt: '' });
    now += 60_000;
    expect(await whoIs(account, `Bearer ${token}`)).toEqual({
      kind: 'admin',
      id: `token:${made.id}`,
      via: 'token',
    });
    expect(await account.tokens.list()).toEqual([{ ...made, lastUsedAt: '2026-01-01T00:01:00.000Z' }]);
    await account.tokens.delete(made.id);
    expect(await whoIs(account, `Bearer ${token}`)).toEqual({ kind: 'anonymous' });
    await expect(account.tokens.delete(made.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('AUTH13, AUTH14: a token is a program of its scope until its end', async () => {
    const account = create();
    const expiresAt = new Date(now + day).toISOString();
    const { token, id } = await account.tokens.create({ name: 'blog', scope: 'writing', expiresAt });
    expect(await whoIs(account, `Bearer ${token}`)).toEqual({
      kind: 'token',
      id: `token:${id}`,
      scope: 'writing',
    });
    now += day - 1;
    expect(await whoIs(account, `Bearer ${token}`)).toMatchObject({ kind: 'token' });
    now += 1;
    expect(await whoIs(account, `Bearer ${token}`)).toEqual({ kind: 'anonymous' });
    expect(await account.tokens.list()).toMatchObject([{ name: 'blog', scope: 'writing', expiresAt }]);
    await expect(account.tokens.create({ name: 'late', scope: 'admin', expiresAt })).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test('AUTH13: tokens from before there were scopes keep full access', async () => {
    const account = create();
    const { id, token } = await account.tokens.create(asked('old'));
    await db.query.withTables<any>().deleteFrom('admin_tokens').execute();
    const hash = createHash('sha256').update(token).digest('hex');
    const old = { id, name: 'old', hash, hint: 'xxxx', created_at: now, last_used_at: null };
    await db.query.withTables<any>().insertInto('admin_tokens').values(old).execute();
    expect(await whoIs(account, `Bearer ${token}`)).toMatchObject({ kind: 'admin' });
    expect(await account.tokens.list()).toMatchObject([{ scope: 'admin', expiresAt: '' }]);
  });

  test('there are at most a hundred tokens', async () => {
    const account = create();
    for (let i = 0; i < 100; i++) await account.tokens.create(asked(`token ${i}`));
    await expect(account.tokens.create(asked('one more'))).rejects.toMatchObject({ code: 'conflict' });
    expect(await account.tokens.list()).toHaveLength(100);
  });

  test('expired sessions are forgotten by the daily clean-up', async () => {
    const account = create();
    await account.login('the password', '203.0.113.1');
    now += 15 * day;
    await account.login('the password', '203.0.113.1');
    await account.everyDay();
    const rows = await db.query.withTables<any>().selectFrom('admin_sessions').selectAll().execute();
    expect(rows).toHaveLength(1);
  });

  describe('the generated token', () => {
    const generated = 'a-token-made-at-the-first-start';
    const admin = { kind: 'admin', id: 'operator', via: 'token' };
    const stranger = { kind: 'anonymous' };
    const withGenerated = () => create({ adminToken: generated, adminPassword: 'made at first' });

    test('AUTH8: is renewed for every process, and the old one works nowhere', async () => {
      const account = withGenerated();
      expect((await account.access()).generatedToken).toEqual({
        state: 'active',
        hint: 'tart',
        changedAt: '',
      });
      const { token, hint } = await account.generatedToken.renew();
      for (const process of [account, withGenerated()]) {
        expect(await whoIs(process, `Bearer ${token}`)).toEqual(admin);
        expect(await whoIs(process, `Bearer ${generated}`)).toEqual(stranger);
        expect((await process.access()).generatedToken).toEqual({
          state: 'renewed',
          hint,
          changedAt: '2026-01-01T00:00:00.000Z',
        });
      }
      const again = await account.generatedToken.renew();
      expect(await whoIs(account, `Bearer ${token}`)).toEqual(stranger);
      expect(await whoIs(account, `Bearer ${again.token}`)).toEqual(admin);
    });

    test('AUTH8: is revoked at once, and can be renewed after that', async () => {
      const account = withGenerated();
      await account.generatedToken.revoke();
      expect(await whoIs(account, `Bearer ${generated}`)).toEqual(stranger);
      expect(await whoIs(account, 'Bearer ')).toEqual(stranger);
      expect((await account.access()).generatedToken.state).toBe('revoked');
      const { token } = await account.generatedToken.renew();
      expect(await whoIs(account, `Bearer ${token}`)).toEqual(admin);
    });

    test('AUTH8: one that the operator has set is only the operator’s to change', async () => {
      const account = create({ isGenerated: false, adminToken: generated });
      await expect(account.generatedToken.renew()).rejects.toMatchObject({ code: 'conflict' });
      await expect(account.generatedToken.revoke()).rejects.toMatchObject({ code: 'conflict' });
      // Replacing a generated credential has no effect once the operator sets one.
      await withGenerated().generatedToken.revoke();
      expect(await whoIs(account, `Bearer ${generated}`)).toEqual(admin);
      expect(await account.access()).toEqual({
        password: 'operator',
        generatedToken: { state: 'none', hint: '', changedAt: '' },
      });
    });

    test('AUTH9: a change of password leaves tokens alone, or ends them all on request', async () => {
      const account = withGenerated();
      const { token } = await account.tokens.create(asked('script'));
      const change = (current: string, next: string, revokeTokens: boolean) =>
        account.changePassword({ current, next, revokeTokens }, '203.0.113.1', noCredentials);
      await change('made at first', 'the second one', false);
      expect(await whoIs(account, `Bearer ${token}`)).toMatchObject({ kind: 'admin' });
      expect(await whoIs(account, `Bearer ${generated}`)).toEqual(admin);
      expect((await account.access()).password).toBe('changed');
      await change('the second one', 'the third one', true);
      expect(await whoIs(account, `Bearer ${token}`)).toEqual(stranger);
      expect(await whoIs(account, `Bearer ${generated}`)).toEqual(stranger);
      expect(await account.tokens.list()).toEqual([]);
    });
  });
});

/** A token with full access and without end, as they were before tokens had scopes. */
const asked = (name: string) => ({ name, scope: 'admin', expiresAt: '' }) as const;

const noCredentials = { authorization: undefined, cookies: {} };
