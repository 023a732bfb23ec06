import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StreamEvent } from '../../contract/events.ts';
import { unavailable } from '../../server/kit/fault.ts';
import { patiently, patientlyWithSite } from '../../server/kit/waiting/patience.ts';
import { asAdmin, echoPath, eventsPath, openProbeServer, progressPath, savePath } from './probe-server.ts';

const json = { 'content-type': 'application/json' };
const limitMs = 10_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** What stands still: each wait takes all the time that it is given. */
function createStill() {
  let waited = 0;
  const stand = async (ms: number): Promise<never> => {
    waited += ms;
    vi.advanceTimersByTime(ms);
    throw unavailable('it does not answer');
  };
  /** Asks several times, as requests with a fallback for each part do. */
  const times = async (count: number, wait = patiently) => {
    let last: unknown;
    for (let nth = 0; nth < count; nth += 1)
      await wait(5_000, stand).catch((error: unknown) => void (last = error));
    throw last;
  };
  return { times, waited: () => waited };
}

describe('DB14: a request whose database stands still', () => {
  test('ends in time with the failure of its group', async () => {
    const still = createStill();
    const { app } = await openProbeServer({ save: () => still.times(20) });
    const reply = await app.inject({
      method: 'POST',
      url: savePath,
      headers: { ...json, ...asAdmin },
      payload: '{}',
    });
    expect(reply.json()).toMatchObject({ success: false, message: 'it does not answer' });
    expect(still.waited()).toBeLessThan(limitMs);
    await app.close();
  });

  test('has the time that the operator gives a statement', async () => {
    const given: number[] = [];
    const save = () => patiently(30_000, async (ms) => void given.push(ms));
    const { app } = await openProbeServer({ save }, { db: { statementMs: 30_000 } });
    await app.inject({ method: 'POST', url: savePath, headers: { ...json, ...asAdmin }, payload: '{}' });
    expect(given).toEqual([30_000]);
    await app.close();
  });

  test('has one limit for the check of its caller and for its work', async () => {
    const still = createStill();
    const { app } = await openProbeServer(
      { save: () => still.times(20) },
      {
        async identify() {
          await still.times(1).catch(() => undefined);
          return { kind: 'admin', id: 'operator', via: 'token' };
        },
      },
    );
    await app.inject({ method: 'POST', url: savePath, headers: { ...json, ...asAdmin }, payload: '{}' });
    expect(still.waited()).toBeGreaterThan(5_000);
    expect(still.waited()).toBeLessThan(limitMs);
    await app.close();
  });

  test('ends its stream with a sentence and [DONE]', async () => {
    const still = createStill();
    async function* events(): AsyncGenerator<StreamEvent> {
      yield { event: 'token', data: { content: 'Now' } };
      await still.times(20);
    }
    const { app } = await openProbeServer({ events });
    const reply = await app.inject({ method: 'POST', url: eventsPath, payload: '{"text":"x"}' });
    expect(reply.body).toMatch(/Now[^]+⚠️[^]+\[DONE\]/);
    expect(still.waited()).toBeLessThan(limitMs);
    await app.close();
  });

  test('is refused before the first byte of a file, and goes on after it', async () => {
    const still = createStill();
    let isBegun = false;
    const page = () => ({
      status: 200,
      contentType: 'text/plain',
      body: (async function* () {
        if (isBegun) yield 'first ';
        await still.times(20).catch((error: unknown) => {
          if (!isBegun) throw error;
        });
        yield 'last';
      })(),
    });
    const { app } = await openProbeServer({ page });
    expect((await app.inject('/probe/page')).statusCode).toBe(503);
    expect(still.waited()).toBeLessThan(limitMs);
    isBegun = true;
    expect((await app.inject('/probe/page')).body).toBe('first last');
    expect(still.waited()).toBeGreaterThan(10 * limitMs - limitMs);
    await app.close();
  });

  test('goes on when it reports progress', async () => {
    const still = createStill();
    async function* events(): AsyncGenerator<StreamEvent> {
      await still.times(20).catch(() => undefined);
      yield { event: 'progress', data: {} } as unknown as StreamEvent;
    }
    const { app } = await openProbeServer({ events });
    const reply = await app.inject({ url: progressPath, headers: asAdmin });
    expect(reply.body).toContain('event:progress');
    expect(still.waited()).toBe(20 * 5_000);
    await app.close();
  });

  test('waits for the site no longer when it is a visitor’s', async () => {
    const still = createStill();
    const waits: Promise<void>[] = [];
    const { app } = await openProbeServer({
      echo: () => void waits.push(still.times(20, patientlyWithSite).catch(() => undefined)),
    });
    await app.inject({ method: 'POST', url: echoPath, headers: json, payload: '{"text":"x"}' });
    await Promise.all(waits);
    expect(still.waited()).toBeLessThan(limitMs);
    await app.close();
  });
});
