import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { startMailbox } from '../../fakes/notices/mailbox.ts';
import { answering, startReceiver } from '../../fakes/notices/receiver.ts';

let app: TestApp;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeEach(async () => {
  receiver = await startReceiver();
  app = await createTestApp();
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

async function send(method: 'GET' | 'POST' | 'PUT', at: string, body?: unknown) {
  const reply = await app.inject({
    method,
    url: `${consolePrefix}${at}`,
    headers: {
      ...asAdmin,
      prefer: 'explanations',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>(), text: reply.body };
}
const settings = () => send('GET', '/notices/settings');
const save = (body: object) => send('PUT', '/notices/settings', body);
const attempt = (body: object) => send('POST', '/notices/try', body);

const secretPath = '/services/T000/B000/very-secret-path';
const address = () => new URL(secretPath, receiver.address).href;

describe('NT1: settings of notices', () => {
  test('no secret is in a reply, the database or the list of changes', async () => {
    await save({
      webhook: { enabled: true, address: address(), secret: 'webhook-secret' },
      mail: {
        enabled: true,
        host: 'mail.example.org',
        user: 'owner',
        password: 'mail-password',
        from: 'docent@example.org',
        to: 'owner@example.org',
      },
    });
    const { body, text } = await settings();
    expect(body).toMatchObject({
      webhook: { address: 'stored', server: new URL(address()).origin, secret: 'stored', shape: 'json' },
      mail: { host: 'mail.example.org', password: 'stored', port: 465, security: 'tls' },
      digest: { weekday: 1, hour: 8, texts: false },
    });
    const { text: changes } = await send('GET', '/changes?area=notices');
    expect(changes).toContain('webhook.secret');
    for (const secret of ['very-secret-path', 'webhook-secret', 'mail-password'])
      expect(text + changes).not.toContain(secret);

    // What is missing stays, an empty secret goes, and a password belongs to its server and user.
    await save({ language: 'zh', webhook: { secret: '' } });
    expect((await settings()).body).toMatchObject({
      language: 'zh',
      webhook: { address: 'stored', secret: 'none' },
      mail: { password: 'stored' },
    });
    await save({ mail: { host: 'other.example.org' } });
    expect((await settings()).body).toMatchObject({ mail: { password: 'unreadable' } });
  });

  test('a wrong value, and a channel that lacks something, change nothing and are told with their place', async () => {
    for (const [body, place] of [
      [{ webhook: { enabled: true } }, 'webhook.address'],
      [{ webhook: { address: 'ftp://example.org/' } }, 'webhook.address'],
      [{ webhook: { address: 'https://user:password@example.org/' } }, 'webhook.address'],
      [{ mail: { enabled: true, host: 'mail.example.org', from: 'a@example.org' } }, 'mail.to'],
      [{ mail: { to: 'a@example.org\r\nBcc: b@example.org' } }, 'mail.to'],
      [{ mail: { host: 'mail.example.org/x' } }, 'mail.host'],
      [{ mail: { port: 70_000 } }, 'mail.port'],
      [{ digest: { hour: 24 } }, 'digest.hour'],
    ] as const) {
      const refused = await save(body);
      expect([refused.status, refused.body['saved']]).toEqual([400, false]);
      expect(refused.text).toContain(place);
    }
    expect((await settings()).body['revision']).toBe(0);
  });

  test('CFG28: what somebody else has saved since is a conflict by field, and so is a secret, of which no side is shown', async () => {
    await save({ basedOn: 0, language: 'zh', mail: { host: 'mail.example.org', port: 25 } });
    const refused = await save({ basedOn: 0, language: 'en', mail: { host: 'post.example.org' } });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        conflicts: [
          { path: 'notices.language', yours: 'en', theirs: 'zh' },
          { path: 'notices.mail', yours: { host: 'post.example.org' }, theirs: { host: 'mail.example.org' } },
        ],
      },
    });
    // What is not sent, and what both say, is none; nor is a secret that nobody else has set.
    const fitting = { basedOn: 0, language: 'zh', digest: { hour: 8 }, webhook: { secret: 'mine' } };
    expect((await save(fitting)).status).toBe(200);
    const secret = await save({ basedOn: 1, webhook: { secret: 'yours' } });
    expect(secret.body['conflicts']).toEqual([
      { path: 'notices.webhook.secret', revision: 2, yours: null, theirs: null, secret: true },
    ]);
    expect((await save({ basedOn: 9000, language: 'en' })).status).toBe(409);
    expect((await save({ basedOn: 2, language: 'en', webhook: { secret: '' } })).status).toBe(200);
  });
});

describe('NT4: a test notice says the true result', () => {
  const webhook = () => ({ address: address(), secret: 'webhook-secret', privateAddresses: true });

  test('of a webhook, as it is typed and before it is saved', async () => {
    const sent = await attempt({ channel: 'webhook', webhook: webhook() });
    expect(sent.body).toMatchObject({ sent: true });
    expect(receiver.received[0]?.headers['docent-event']).toBe('test');
    expect((await settings()).body).toMatchObject({ webhook: { address: 'none' }, revision: 0 });

    receiver.answers.push(answering(404, `no such hook: ${secretPath}`));
    const refused = await attempt({ channel: 'webhook', webhook: webhook() });
    expect(refused.body).toMatchObject({ sent: false });
    expect(refused.text).toContain('404');
    expect(refused.text).not.toContain('very-secret-path');

    receiver.answers.push(answering(200, '{"errcode":310000,"errmsg":"keywords not in content"}'));
    const said = await attempt({ channel: 'webhook', webhook: { ...webhook(), shape: 'dingtalk' } });
    expect(said.body).toMatchObject({ sent: false });
    expect(said.text).toContain('keywords not in content');
  });

  test('NT7: a private address is refused unless it is allowed, and no redirect is followed', async () => {
    for (const target of [address(), address().replace('127.0.0.1', 'localhost')]) {
      const { text, body } = await attempt({ channel: 'webhook', webhook: { address: target } });
      expect(body).toMatchObject({ sent: false });
      expect(text).toContain('notice_private');
    }
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      const { text } = await attempt({ channel: 'mail', mail: mail(1, { host, privateAddresses: false }) });
      expect(text).toContain('notice_private');
    }
    expect(receiver.received).toEqual([]);
    receiver.answers.push(answering(302, '', { location: 'http://169.254.169.254/latest' }));
    const { text } = await attempt({ channel: 'webhook', webhook: webhook() });
    expect(text).toContain('notice_redirects');
    expect(receiver.received).toHaveLength(1);
  });

  const mail = (port: number, given = {}) => ({
    host: '127.0.0.1',
    port,
    security: 'none',
    user: 'owner',
    password: 'right-password',
    from: 'docent@example.org',
    to: 'owner@example.org',
    privateAddresses: true,
    ...given,
  });

  test('of a mail server', async () => {
    await using mailbox = await startMailbox();
    const sent = await attempt({ channel: 'mail', language: 'zh', mail: mail(mailbox.port) });
    expect(sent.body).toMatchObject({ sent: true });
    expect(mailbox.messages).toMatchObject([{ from: 'docent@example.org', to: 'owner@example.org' }]);

    const wrong = await attempt({
      channel: 'mail',
      mail: mail(mailbox.port, { password: 'wrong-password' }),
    });
    expect(wrong.body).toMatchObject({ sent: false, explanation: { code: 'mail_login' } });
    expect(wrong.text).not.toContain('wrong-password');
    const open = await attempt({ channel: 'mail', mail: mail(mailbox.port, { security: 'starttls' }) });
    expect(open.body).toMatchObject({ sent: false, explanation: { code: 'mail_no_encryption' } });
    const nobody = await attempt({ channel: 'mail', mail: mail(1) });
    expect(nobody.body).toMatchObject({
      sent: false,
      explanation: { code: 'notice_connection_refused' },
    });
    expect(mailbox.messages).toHaveLength(1);
    // The port of a mail server that waits for encryption by STARTTLS is none for TLS from the beginning.
    const early = await attempt({ channel: 'mail', mail: mail(mailbox.port, { security: 'tls' }) });
    expect(early.body).toMatchObject({ sent: false, explanation: { code: 'notice_no_tls' } });
  });

  test('a certificate that nobody knows is refused, and a password goes over no such connection', async () => {
    await using mailbox = await startMailbox({ offersTls: true });
    const { body } = await attempt({ channel: 'mail', mail: mail(mailbox.port, { security: 'starttls' }) });
    expect(body).toMatchObject({ sent: false, explanation: { code: 'notice_certificate' } });
    expect(mailbox.messages).toEqual([]);
  });
});
