import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { UsageToday } from '../../../contract/usage/figures.ts';
import { createNoticeChannels } from '../../adapters/notices/channels.ts';
import { createSealing } from '../../adapters/sealing.ts';
import { createLocks, lockMigrations } from '../../work/lock.ts';
import { testEngines } from '../../../test/databases.ts';
import { fakeLiveness, surely } from '../../../test/fakes/liveness.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { answering, hanging, startReceiver } from '../../../test/fakes/notices/receiver.ts';
import type { Database } from '../../kit/database.ts';
import { createNotices, noticeMigrations, type NoticeDeps } from './notices.ts';
import { patched, readStored } from './settings.ts';
import { createNoticeStore } from './store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe.each(testEngines)('notices on %s', (_, open) => {
  let db: Database;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let now: number;
  let siteIsUp: boolean;
  let models: Partial<UsageToday['models'][number]>[];
  let cost: UsageToday['cost'];
  const running: ReturnType<typeof createNotices>[] = [];
  const sealing = createSealing({ secretKey: 'of this installation', path: '' });
  const channels = createNoticeChannels(sealing, { webhookMs: 500, mailMs: 2_000 });

  beforeEach(async () => {
    db = await open();
    await db.migrate([...lockMigrations, ...noticeMigrations]);
    receiver = await startReceiver();
    now = Date.parse('2026-11-25T12:00:00Z');
    siteIsUp = true;
    models = [];
    cost = undefined;
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
    await db.close();
  });

  function newProcess(self: string, given: Partial<NoticeDeps> = {}, dead: ReadonlySet<string> = new Set()) {
    const clock = { now: () => now };
    const notices = createNotices({
      db,
      clock,
      sureTime: surely(clock),
      log: createTestLog(),
      locks: createLocks(db, clock, fakeLiveness(self, dead)),
      changes: { recordIn: async () => {} },
      channels,
      watched: {
        usageToday: async () => ({ date: '2026-11-25', models, alerts: [], cost }) as unknown as UsageToday,
        currency: () => 'EUR',
        siteIsUp: async () => siteIsUp,
        rebuildFailed: async () => false,
        freeBytes: async () => 100 * 1024 ** 3,
      },
      digest: async () => {
        throw new Error('no digest is due');
      },
      site: () => ({ title: 'Bird notes', console: 'https://birds.example/console/' }),
      ...given,
    });
    running.push(notices);
    return notices;
  }

  const connect = (webhook = {}) =>
    createNoticeStore(db).change(async (_tx, { value }) =>
      patched(
        readStored(value),
        {
          webhook: {
            enabled: true,
            address: receiver.address,
            secret: 'shared-secret',
            privateAddresses: true,
            ...webhook,
          },
          events: { digest: false },
        },
        { seal: sealing.seal, now, revision: 1 },
      ),
    );
  const deliveries = async () => (await createNoticeStore(db).outbox.page({ page: 1, size: 50 })).rows;
  const titles = () => receiver.received.map(({ body }) => (JSON.parse(body) as { title: string }).title);

  test('NT6: three processes together send one notice, and its end', async () => {
    await connect();
    const all = ['one', 'two', 'three'].map((self) => newProcess(self));
    const look = () => Promise.all(all.map((one) => one.look()));
    models = [{ model: 'talker', calls: 3, failing: true }];
    await look();
    await look();
    models = [{ model: 'talker', calls: 9, failing: false }];
    await look();
    expect(titles()).toEqual(['The model talker fails', 'The model talker answers again']);
    // A condition that returns within hours causes no further notice, and neither does its end.
    models = [{ model: 'talker', calls: 12, failing: true }];
    await look();
    models = [{ model: 'talker', calls: 15, failing: false }];
    await look();
    expect(receiver.received).toHaveLength(2);
    models = [{ model: 'talker', calls: 18, failing: true }];
    now += 7 * hourMs;
    await look();
    expect(receiver.received).toHaveLength(3);
  });

  test('NT6: a site is away when it was for three minutes, and a budget is told at the highest level alone', async () => {
    await connect();
    const one = newProcess('one');
    siteIsUp = false;
    await one.look();
    now += minuteMs;
    siteIsUp = true;
    await one.look();
    expect(receiver.received).toEqual([]);
    siteIsUp = false;
    await one.look();
    now += 3 * minuteMs;
    await one.look();
    expect(titles()).toEqual(['The site is out of reach']);
    for (const usedPercent of [49, 80, 81, 104, 120]) {
      models = [{ model: 'talker', calls: 3, failing: false, limit: 1_000_000, usedPercent }];
      await one.look();
    }
    expect(titles().slice(1)).toEqual([
      'talker: 75% of today’s tokens are used',
      'talker: 100% of today’s tokens are used',
    ]);
  });

  test('NT6: the daily spending limit is told at 50, 75 and 100 percent, in money', async () => {
    await connect();
    const one = newProcess('one');
    for (const used of [1.9, 2, 2.5, 3.01, 4, 9]) {
      cost = { used, reserved: 0, limit: 4, usedPercent: used * 25, unpricedCalls: 0, unpricedModels: [] };
      await one.look();
    }
    expect(titles()).toEqual(
      [50, 75, 100].map((percent) => `${percent}% of the daily spending limit is used`),
    );
    expect(JSON.stringify(receiver.received)).toContain('3.01 EUR of 4 EUR a day are spent.');
  });

  test('NT5: a receiver that fails gets the same notice later, with a signature of its own time', async () => {
    await connect();
    const one = newProcess('one');
    receiver.answers.push(answering(500, 'out of order'), hanging, answering(200));
    models = [{ model: 'talker', calls: 3, failing: true }];
    await one.look();
    const [waiting] = await deliveries();
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, next_at: now + minuteMs });
    expect(waiting?.reason).toContain('out of order');
    await one.look();
    expect(receiver.received).toHaveLength(1);
    now += minuteMs;
    await one.look();
    expect((await deliveries())[0]?.reason).toContain('notice_slow');
    now += 2 * minuteMs;
    await one.look();
    expect(await deliveries()).toMatchObject([{ state: 'sent', attempts: 3, reason: '' }]);
    const [first, , third] = receiver.received;
    expect(third?.body).toBe(first?.body);
    expect(third?.headers['docent-notice']).toBe(first?.headers['docent-notice']);
    expect(third?.headers['docent-signature']).not.toBe(first?.headers['docent-signature']);
  });

  test('NT5: a process that ends in the middle of an attempt loses nothing', async () => {
    await connect();
    const first = newProcess('first');
    receiver.answers.push(hanging);
    models = [{ model: 'talker', calls: 3, failing: true }];
    const came = receiver.next();
    const looking = first.look();
    await came;
    await first[Symbol.asyncDispose]();
    await looking;
    const second = newProcess('second');
    await second.look();
    // The first attempt may still be running.
    expect(receiver.received).toHaveLength(1);
    now += 2 * minuteMs;
    await second.look();
    expect(titles()).toEqual(['The model talker fails', 'The model talker fails']);
    expect(await deliveries()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('NT5: after ten attempts or a day a notice is given up, and a channel that was switched off keeps none', async () => {
    await connect();
    const one = newProcess('one');
    receiver.answers.push(...Array.from({ length: 30 }, () => answering(503, 'later')));
    models = [{ model: 'talker', calls: 3, failing: true }];
    for (let hour = 0; hour < 30; hour += 1) {
      await one.look();
      now += hourMs;
    }
    const [row] = await deliveries();
    expect(row?.state).toBe('failed');
    expect(row?.attempts).toBeLessThanOrEqual(10);
    expect(row?.reason).toContain('later');
    expect(receiver.received).toHaveLength(row?.attempts ?? 0);
    models = [{ model: 'other', calls: 3, failing: true }];
    await one.look();
    await connect({ enabled: false });
    now += hourMs;
    await connect({ enabled: true });
    receiver.answers.length = 0;
    await one.look();
    expect((await deliveries()).map(({ state }) => state)).toEqual(['sent', 'failed']);
  });

  test('NT8: a digest is sent once, and its texts are not kept', async () => {
    const settings = { digest: { weekday: 3, hour: 0, texts: true }, events: { digest: true } };
    await connect();
    now -= 8 * 24 * hourMs;
    await createNoticeStore(db).change(async (_tx, { value }) =>
      patched(readStored(value), settings, { seal: sealing.seal, now, revision: 2 }),
    );
    now += 8 * 24 * hourMs;
    const asked: unknown[] = [];
    const one = newProcess('one', {
      digest: async (days) => {
        asked.push(days);
        return {
          questions: 1234,
          notCovered: 5,
          disliked: 6,
          gaps: 2,
          cost: 1.5,
          currency: 'EUR',
          openQuestions: ['How do I feed\nowls?', 'How do I feed\nowls?'],
          gapTitles: ['Feeding'],
        };
      },
    });
    await one.look();
    await one.look();
    expect(asked).toHaveLength(1);
    const [sent] = receiver.received;
    const body = JSON.parse(sent?.body ?? '') as { text: string; questions: string[]; figures: object };
    expect(body.questions).toEqual(['How do I feed owls?']);
    expect(body.text).toContain('Questions: 1,234');
    expect(body.text).toContain('Cost: 1.5 EUR');
    expect(body.figures).toMatchObject({ notCovered: 5, disliked: 6, gaps: 2 });
    const [row] = await deliveries();
    expect(row?.state).toBe('sent');
    expect(row?.notice).not.toContain('owls');
  });
});
