import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../../test/databases.ts';
import type { Database } from '../../kit/database.ts';
import { createNetworksOf } from '../../kit/ip-networks.ts';
import { createLoginRateLimit } from './login-rate-limit.ts';
import { accountMigrations, createAccountStore } from './store.ts';

const limited = { code: 'limited', details: { limit: 'attempts' } };

describe.each(testEngines)('attempts to sign in on %s', (_name, open) => {
  let db: Database;
  let now = 0;
  beforeEach(async () => {
    db = await open();
    await db.migrate(accountMigrations);
    now = 1_700_000_000_000;
  });
  afterEach(() => db.close());

  const newProcess = () =>
    createLoginRateLimit({
      store: createAccountStore(db),
      clock: { now: () => now },
      networksOf: createNetworksOf('installation'),
    });

  async function guess(attempts: ReturnType<typeof createLoginRateLimit>, address: string, times: number) {
    for (let i = 0; i < times; i++) {
      await attempts.admit(address);
      await attempts.failed();
    }
  }

  test('an address has ten attempts in fifteen minutes, and the refusal says how long to wait', async () => {
    const attempts = newProcess();
    await guess(attempts, '203.0.113.1', 10);
    now += 60_000;
    await expect(attempts.admit('203.0.113.1')).rejects.toMatchObject({
      ...limited,
      details: { retryAfterSeconds: 14 * 60 },
    });
    await attempts.admit('203.0.113.2');
    now += 14 * 60_000;
    await attempts.admit('203.0.113.1');
  });

  test('a clock that was a year ahead, and is put right, locks nobody out for a year', async () => {
    const attempts = newProcess();
    const right = now;
    now += 365 * 24 * 60 * 60_000;
    for (let i = 0; i < 10; i++) await guess(attempts, `203.0.113.${i}`, 10);
    now = right;
    await guess(attempts, '203.0.113.1', 10);
    await expect(attempts.admit('203.0.113.1')).rejects.toMatchObject({
      details: { retryAfterSeconds: 15 * 60 },
    });
  });

  test('DB1: attempts are counted in all processes together', async () => {
    const [one, other] = [newProcess(), newProcess()];
    await guess(one, '203.0.113.1', 5);
    await guess(other, '203.0.113.1', 5);
    for (const attempts of [one, other])
      await expect(attempts.admit('203.0.113.1')).rejects.toMatchObject(limited);
  });

  test('signing in gives the address all its attempts back', async () => {
    const attempts = newProcess();
    await guess(attempts, '203.0.113.1', 9);
    await attempts.admit('203.0.113.1');
    await attempts.succeeded('203.0.113.1');
    await guess(attempts, '203.0.113.1', 10);
    await expect(attempts.admit('203.0.113.1')).rejects.toMatchObject({ code: 'limited' });
  });

  test('a distributed attack gets one attempt for each address and locks nobody out', async () => {
    const attempts = newProcess();
    for (let i = 0; i < 10; i++) await guess(attempts, `203.0.113.${i}`, 10);
    await attempts.admit('198.51.100.1');
    await expect(attempts.admit('198.51.100.1')).rejects.toMatchObject({ code: 'limited' });
    now += 15 * 60_000;
    await guess(attempts, '198.51.100.1', 10);
  });

  test('a provider’s customer cannot guess from all their networks: /56 and /48 have four times the attempts', async () => {
    const attempts = newProcess();
    for (let i = 0; i < 4; i++) await guess(attempts, `2001:db8:1:${i}::1`, 10);
    await expect(attempts.admit('2001:db8:1:9::1')).rejects.toMatchObject(limited);
    await attempts.admit('2001:db8:2:1::1');
  });

  test('attempts that arrive at once are counted one by one', async () => {
    const attempts = newProcess();
    const settled = await Promise.allSettled(Array.from({ length: 50 }, () => attempts.admit('203.0.113.1')));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });
});
