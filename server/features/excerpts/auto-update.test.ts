import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { configGroups, defaults } from '../../../contract/config/groups.ts';
import { testEngines } from '../../../test/databases.ts';
import { createFakeHost, type FakeArticle, type FakeHost } from '../../../test/fakes/host.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { createFakeModels, type FakeScript } from '../../../test/fakes/models.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../../kit/database.ts';
import { createLocks, lockMigrations } from '../../work/lock.ts';
import { cutOperations } from '../knowledge/cutting/operations.ts';
import { createExcerptEditor } from './apply.ts';
import { excerptMigrations } from './excerpts.ts';
import { createAutoUpdate, type Pace } from './auto-update.ts';
import { createExcerptRecords } from './store/records.ts';
import { createGenerate } from './generate.ts';
import { fakeLiveness } from '../../../test/fakes/liveness.ts';

const { signal } = new AbortController();
const note = (id: string, more: Partial<FakeArticle> = {}): FakeArticle => ({
  id,
  title: `Notes on ${id}`,
  text: `The note about ${id} is brief.`,
  ...more,
});
type Chat = NonNullable<FakeScript['chat']>;
/** Replies with the first sentence of the article. */
const first: Chat = ({ task }) =>
  task.kind === 'excerpt' ? (/[^#\n]+?\./.exec(task.text)?.[0] ?? '') : 'ok';

describe.each(testEngines)('automatic updates of excerpts on %s', (_, openDatabase) => {
  let db: Database;
  let time = 0;
  const opened: { close(): unknown }[] = [];

  beforeEach(async () => {
    time = Date.parse('2026-05-01');
    db = await openDatabase();
    await db.migrate([...lockMigrations, ...excerptMigrations]);
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await db.close();
  });

  function processOf(
    host: FakeHost,
    {
      enabled = false,
      chat = first,
      owner = 'one',
      pace = {},
    }: {
      enabled?: boolean;
      chat?: Chat;
      owner?: string;
      pace?: Partial<Pace>;
    } = {},
  ) {
    const now = () => time;
    const log = createTestLog();
    const settings = { ...defaults(), excerpt: configGroups.excerpt.parse({ enabled }) };
    const models = createFakeModels({ chat });
    const records = createExcerptRecords(db);
    const config = {
      read: async <G extends keyof typeof settings>(group: G) => settings[group],
      onChange: () => ({ close: () => undefined }),
    };
    const write = createGenerate({
      log: createTestLog(),
      models,
      config,
      extract: cutOperations.blocks,
      supported: cutOperations.supported,
    });
    const catalogue = createCatalogue({ host, now, log });
    const changed = async () => catalogue.outdated();
    const editor = createExcerptEditor({ host, records, write, now, changed });
    const locks = createLocks(db, { now }, fakeLiveness(owner));
    const autoUpdate = createAutoUpdate({
      catalogue,
      host,
      config,
      editor,
      records,
      locks,
      now,
      log,
      pace: { settleMs: 1, gapMs: 1, minAgeMs: 0, ...pace },
    });
    opened.push(autoUpdate, catalogue);
    const excerptOf = async (id: string) => (await host.article(id))?.excerpt;
    return { autoUpdate, records, editor, models, excerptOf };
  }

  test('EX18: with its switch on an excerpt is written, and again whenever the text changes', async () => {
    const host = createFakeHost([note('a'), note('b')]);
    const { autoUpdate, records, models, excerptOf } = processOf(host);
    await records.put('a', { auto: true });
    autoUpdate.start();
    await expect.poll(() => excerptOf('a')).toBe('The note about a is brief.');
    host.publish(note('a', { text: 'The note is longer now.' }));
    await expect.poll(() => excerptOf('a')).toBe('The note is longer now.');
    expect(await excerptOf('b')).toBe('');
    expect(models.calls.chat.map(({ task }) => task)).toMatchObject([{ maxLength: 160 }, { maxLength: 160 }]);
    expect(models.calls.chat.every(({ scenario }) => scenario === 'summary_generate')).toBe(true);
  });

  test('EX18: nothing is written where only tags changed, where a person wrote, or where no switch is on', async () => {
    const host = createFakeHost([note('a'), note('mine', { excerpt: 'By hand.' }), note('off')]);
    const { autoUpdate, records, editor, models, excerptOf } = processOf(host);
    await editor.generate('a', { signal });
    await records.put('a', { auto: true });
    await records.put('mine', { auto: true });
    const written = await excerptOf('a');
    host.publish(
      note('a', { tags: ['new'] }),
      note('mine', { text: 'Changed text.', excerpt: 'By hand.' }),
      note('off', { text: 'Changed.' }),
    );
    await host.writeExcerpt('a', written ?? '', {});
    autoUpdate.start();
    const { revision = '' } = (await host.article('a')) ?? {};
    await vi.waitFor(async () => expect((await records.read('a'))?.seenRevision).toBe(revision), {
      timeout: 30_000,
    });
    expect(models.calls.chat).toHaveLength(1);
    expect(await excerptOf('mine')).toBe('By hand.');
  });

  test('EX18: a failure is tried once for each text', async () => {
    let usable = false;
    const host = createFakeHost([note('a')]);
    const { autoUpdate, records, models, excerptOf } = processOf(host, {
      chat: (call, nth) => (usable ? first(call, nth) : 'Something else entirely.'),
    });
    await records.put('a', { auto: true });
    autoUpdate.start();
    await vi.waitFor(async () => expect((await records.read('a'))?.triedHash).not.toBe(''), {
      timeout: 30_000,
    });
    expect(models.calls.chat).toHaveLength(2);
    host.publish(note('b'));
    host.publish(note('a', { tags: ['again'] }));
    const { revision = '' } = (await host.article('a')) ?? {};
    await vi.waitFor(async () => expect((await records.read('a'))?.seenRevision).toBe(revision), {
      timeout: 30_000,
    });
    expect(models.calls.chat).toHaveLength(2);
    usable = true;
    host.publish(note('a', { text: 'The note was mended.' }));
    await expect.poll(() => excerptOf('a')).toBe('The note was mended.');
  });

  test('EX18: excerpt.enabled writes for public articles that come or change and have none, not for those before', async () => {
    const host = createFakeHost([note('old'), note('other')]);
    const { autoUpdate, records, excerptOf } = processOf(host, { enabled: true });
    autoUpdate.start();
    await vi.waitFor(async () => expect(await records.isTracking()).toBe(true), { timeout: 30_000 });
    host.publish(
      note('new'),
      note('inside', { visibility: 'limited' }),
      note('mine', { excerpt: 'By hand.' }),
    );
    await expect.poll(() => excerptOf('new')).toBe('The note about new is brief.');
    host.publish(note('old', { text: 'The old note changed.' }));
    await expect.poll(() => excerptOf('old')).toBe('The old note changed.');
    expect(await Promise.all(['other', 'inside', 'mine'].map(excerptOf))).toEqual(['', '', 'By hand.']);
  });

  test('EX18: turning it off forgets the known articles, so that turning it on starts over', async () => {
    const host = createFakeHost([note('old')]);
    const on = processOf(host, { enabled: true });
    on.autoUpdate.start();
    await vi.waitFor(async () => expect(await on.records.isTracking()).toBe(true), { timeout: 30_000 });
    await on.autoUpdate.close();
    const off = processOf(host);
    off.autoUpdate.start();
    await vi.waitFor(async () => expect(await off.records.isTracking()).toBe(false), { timeout: 30_000 });
    await off.autoUpdate.close();
    host.publish(note('old', { text: 'Changed meanwhile.' }), note('came', { text: 'It came meanwhile.' }));
    const again = processOf(host, { enabled: true });
    again.autoUpdate.start();
    await vi.waitFor(async () => expect(await again.records.isTracking()).toBe(true), { timeout: 30_000 });
    host.publish(note('new'));
    await expect.poll(() => again.excerptOf('new')).not.toBe('');
    expect(await Promise.all(['old', 'came'].map(again.excerptOf))).toEqual(['', '']);
  });

  test('EX18: one pass generates a bounded number; the rest comes in the next', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const host = createFakeHost(ids.map((id) => note(id)));
    const { autoUpdate, records, models, excerptOf } = processOf(host, { pace: { perPass: 2, gapMs: 40 } });
    for (const id of ids) await records.put(id, { auto: true });
    autoUpdate.start();
    await vi.waitFor(async () => expect(models.calls.chat.length).toBeGreaterThanOrEqual(2), {
      timeout: 30_000,
    });
    await expect
      .poll(async () => (await Promise.all(ids.map(excerptOf))).every((text) => text !== ''))
      .toBe(true);
    expect(models.calls.chat).toHaveLength(5);
  });

  test('EX18: an excerpt rests before it is written again', async () => {
    const host = createFakeHost([note('a')]);
    const { autoUpdate, records, models, excerptOf } = processOf(host, { pace: { minAgeMs: 1_000 } });
    await records.put('a', { auto: true });
    autoUpdate.start();
    await expect.poll(() => excerptOf('a')).not.toBe('');
    host.publish(note('a', { text: 'First change.' }), note('b'));
    host.publish(note('a', { text: 'Second change.' }));
    time += 2_000;
    await expect.poll(() => excerptOf('a')).toBe('Second change.');
    expect(models.calls.chat).toHaveLength(2);
  });

  test('EX18: of two processes one does it', async () => {
    const host = createFakeHost([note('a')]);
    const [one, two] = [processOf(host), processOf(host, { owner: 'two' })];
    await one.records.put('a', { auto: true });
    one.autoUpdate.start();
    two.autoUpdate.start();
    await expect.poll(() => one.excerptOf('a')).not.toBe('');
    host.publish(note('a', { text: 'Changed once.' }));
    await expect.poll(() => one.excerptOf('a')).toBe('Changed once.');
    expect(one.models.calls.chat.length + two.models.calls.chat.length).toBe(2);
  });

  test('EX18: articles that are gone are forgotten after a month', async () => {
    const host = createFakeHost([note('a'), note('b')]);
    const { autoUpdate, records, editor } = processOf(host);
    await editor.generate('a', { signal });
    await records.put('never', { auto: true });
    host.unpublish('a');
    await autoUpdate.deleteStaleRecords();
    expect([...(await records.all()).keys()]).toEqual(['a']);
    time += 31 * 24 * 60 * 60_000;
    await autoUpdate.deleteStaleRecords();
    expect([...(await records.all()).keys()]).toEqual([]);
  });
});
