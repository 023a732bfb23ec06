import { expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import type { Log } from '../../server/ports/log.ts';
import { adminToken, asAdmin, createTestApp } from '../app.ts';

test('DEP2: whatever is asked and shown, the log holds neither questions nor credentials', async () => {
  const written: unknown[] = [];
  const write = (fields: unknown, message: string) => void written.push(fields, message);
  const log: Log = { debug: write, info: write, warn: write, error: write };
  const app = await createTestApp({ log });
  const secrets = ['my private question', 'guessed-password', 'wrong-token', 'wrong-cookie', adminToken];
  const [question, password, token, cookie] = secrets;

  for (const path of ['/chat', '/chat/stream']) {
    await app.inject({ method: 'POST', url: publicPrefix + path, payload: { message: question } });
  }
  await app.inject({ method: 'POST', url: `${publicPrefix}/search/answer`, payload: { keyword: question } });
  await app.inject({ method: 'POST', url: '/login', payload: { password } });
  await app.inject({ url: `${consolePrefix}/config`, headers: { authorization: `Bearer ${token}` } });
  await app.inject({ url: `${consolePrefix}/config`, headers: { cookie: `docent_session=${cookie}` } });
  await app.inject({ url: `${consolePrefix}/config`, headers: asAdmin });
  await app[Symbol.asyncDispose]();

  const text = JSON.stringify(written);
  expect(text).toContain('a wrong administrator password was given');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
