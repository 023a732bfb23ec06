import { inEnglish } from '../../../kit/explained.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaults } from '../../../../contract/config/groups.ts';
import { testEngines } from '../../../../test/databases.ts';
import { createFakeHost, type FakeArticle } from '../../../../test/fakes/host.ts';
import { createTestLog } from '../../../../test/fakes/log.ts';
import { createFakeModels, type FakeScript } from '../../../../test/fakes/models.ts';
import { createCatalogue } from '../../catalogue/catalogue.ts';
import type { Database } from '../../../kit/database.ts';
import { createJobs, jobMigrations } from '../../../work/jobs.ts';
import type { Host } from '../../../ports/host.ts';
import { cutOperations } from '../../knowledge/cutting/operations.ts';
import { createBatches } from './batch.ts';
import { createExcerptEditor } from '../apply.ts';
import { excerptMigrations } from '../excerpts.ts';
import { createBatchItems } from '../store/items.ts';
import { createExcerptRecords } from '../store/records.ts';
import { createGenerate } from '../generate.ts';
import { fakeLiveness } from '../../../../test/fakes/liveness.ts';

const { signal } = new AbortController();
const site: readonly FakeArticle[] = ['one', 'two', 'three', 'four', 'five'].map((id) => ({
  id,
  title: `Notes on ${id}`,
  text: `The note about ${id} is brief. It says little else about coffee.`,
}));
const said = (title: string) => `The note about ${title.replace('Notes on ', '')} is brief.`;
type Chat = NonNullable<FakeScript['chat']>;
const asked: Chat = ({ task }) => (task.kind === 'excerpt' ? said(task.title) : 'ok');
const all = { kind: 'summarize-all', force: false } as const;

describe.each(testEngines)('batches on %s', (_, openDatabase) => {
  let db: Database;
  let time = 1_000_000;
  const opened: { close(): Promise<void> }[] = [];
  const log = createTestLog();

  beforeEach(async () => {
    time = 1_000_000;
    db = await openDatabase();
    await db.migrate([...jobMigrations, ...excerptMigrations]);
  });
  afterEach(async () => {
    for (const jobs of opened.splice(0)) await jobs.close();
    await db.close();
    expect(log.errors).toEqual([]);
  });

  /** A process of the service; all share one host. */
  function processOf(owner: string, host: Host, chat: Chat = asked) {
    const now = () => time;
    const jobs = createJobs({ db, clock: { now }, log, liveness: fakeLiveness(owner) });
    opened.push(jobs);
    const models = createFakeModels({ chat });
    const records = createExcerptRecords(db);
    const items = createBatchItems(db);
    const write = createGenerate({
      log: createTestLog(),
      models,
      config: { read: async (group) => defaults()[group] },
      extract: cutOperations.blocks,
      supported: cutOperations.supported,
    });
    const editor = createExcerptEditor({ host, records, write, now, changed: async () => undefined });
    const catalogue = createCatalogue({ host, now, log });
    return { jobs, models, batches: createBatches({ jobs, editor, records, items, catalogue, now, log }) };
  }

  /** Answers for some articles; the other calls block until they are aborted. */
  const onlyFor =
    (...titles: readonly string[]): Chat =>
    ({ task, signal: given }) =>
      task.kind === 'excerpt' && titles.includes(task.title)
        ? said(task.title)
        : (async function* () {
            if (!given.aborted) await new Promise((over) => given.addEventListener('abort', over));
            yield { type: 'text' as const, text: '' };
          })();

  test('EX14: the next process continues a stopped batch, and does nothing twice', async () => {
    const host = createFakeHost(site);
    const first = processOf('first', host, onlyFor('Notes on one', 'Notes on two'));
    const waiting = first.batches.run(all, signal);
    const left = waiting.catch((error: unknown) => error);
    await expect.poll(async () => (await first.batches.latest())?.state.success).toBe(2);
    await first.jobs.close();
    expect(await left).toMatchObject({ code: 'unavailable' });

    const next = processOf('next', host);
    await next.jobs.start();
    await expect.poll(async () => (await next.batches.latest())?.status).toBe('done');
    expect((await next.batches.latest())?.state).toMatchObject({ total: 5, success: 5, failed: 0 });
    expect(next.models.calls.chat).toHaveLength(3);
    expect((await host.article('one'))?.excerpt).toBe(said('Notes on one'));
  });

  test("EX14: after kill -9 an excerpt that was written but not noted is not paid for again, nor taken for a person's", async () => {
    const host = createFakeHost(site.slice(0, 2));
    const first = processOf('first', host, onlyFor('Notes on one'));
    first.batches.run(all, signal).catch(() => undefined);
    await expect.poll(async () => (await first.batches.latest())?.state.success).toBe(1);
    await expect.poll(() => first.models.calls.chat.length).toBe(2);
    // The process is dead from here on, and its row and items are as it left them.
    const items = createBatchItems(db);
    const batch = await first.batches.latest();
    await items.plan(
      batch?.id ?? '',
      site.slice(0, 2).map(({ id, title = '' }) => ({ id, title })),
    );
    await first.jobs.close();

    const next = processOf('next', host);
    await next.jobs.start();
    await expect.poll(async () => (await next.batches.latest())?.status).toBe('done');
    expect((await next.batches.latest())?.state).toMatchObject({ success: 2, skipped: 0 });
    expect(next.models.calls.chat).toHaveLength(1);
  });

  test('EX14: the caller may leave; the batch goes on', async () => {
    const host = createFakeHost(site);
    const release = Promise.withResolvers<void>();
    const { batches } = processOf('one', host, ({ task }) =>
      (async function* () {
        await release.promise;
        yield { type: 'text' as const, text: task.kind === 'excerpt' ? said(task.title) : '' };
      })(),
    );
    const leaving = new AbortController();
    const waiting = batches.run(all, leaving.signal);
    await expect.poll(async () => (await batches.latest())?.state.total).toBe(5);
    leaving.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
    release.resolve();
    await expect.poll(async () => (await batches.latest())?.status).toBe('done');
    expect((await batches.latest())?.state.success).toBe(5);
  });

  test('EX14: one at a time in all processes; another process cancels it', async () => {
    const host = createFakeHost(site);
    const first = processOf('first', host, onlyFor('Notes on one'));
    const other = processOf('other', host);
    const waiting = first.batches.run(all, signal);
    await expect.poll(async () => (await other.batches.latest())?.state.success, { timeout: 30_000 }).toBe(1);
    await expect(other.batches.run({ ...all, kind: 'clear-all' }, signal)).rejects.toMatchObject({
      code: 'busy',
    });
    await other.batches.cancel();
    const { batch, items } = await waiting;
    expect(batch.status).toBe('cancelled');
    expect(items.map(({ outcome }) => outcome)).toEqual([
      'success',
      'waiting',
      'waiting',
      'waiting',
      'waiting',
    ]);
    await expect(other.batches.cancel()).rejects.toMatchObject({ code: 'conflict' });
  });

  test('EX10: an article that fails, or vanishes on the way, fails alone', async () => {
    const host = createFakeHost(site);
    const { batches } = processOf('one', host, (call) => {
      if (call.task.kind !== 'excerpt') return 'ok';
      if (call.task.title === 'Notes on two') return new Error('bug');
      if (call.task.title === 'Notes on three') host.unpublish('three');
      if (call.task.title === 'Notes on four') return 'Something entirely different about bicycles.';
      return said(call.task.title);
    });
    const { batch, items } = await batches.run(all, signal);
    expect(batch).toMatchObject({
      status: 'done',
      state: { total: 5, success: 2, failed: 3, currentTitle: '' },
    });
    expect(items.map(({ articleId, outcome }) => `${articleId} ${outcome}`)).toEqual([
      'one success',
      'two failed',
      'three failed',
      'four failed',
      'five success',
    ]);
    expect(inEnglish(items[1]?.message ?? '')).not.toContain('bug');
    expect(inEnglish(items[3]?.message ?? '')).toContain('could not be used');
    expect((await host.article('four'))?.excerpt).toBe('');
  });

  test('EX13, EX15: a rejected text is asked for once more, never oftener, and every call is counted', async () => {
    const host = createFakeHost(site.slice(0, 2));
    const invented: Chat = (call, nth) =>
      call.task.kind === 'excerpt' && call.task.title === 'Notes on two'
        ? 'Tigers like jam.'
        : asked(call, nth);
    const { batches, models } = processOf('one', host, invented);
    const { batch } = await batches.run(all, signal);
    expect(batch.state).toMatchObject({ success: 1, failed: 1, calls: 3 });
    expect(models.calls.chat).toHaveLength(3);
  });

  test('EX13: the articles of old batches are forgotten', async () => {
    const host = createFakeHost(site.slice(0, 1));
    const { batches } = processOf('one', host);
    const first = await batches.run(all, signal);
    for (let more = 0; more < 6; more += 1) {
      time += 1;
      await batches.run(all, signal);
    }
    expect(await batches.ended(first.batch, 1, 10)).toEqual([]);
    expect(await createBatchItems(db).all(first.batch.id)).toEqual([]);
  });
});
