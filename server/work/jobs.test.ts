import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testEngines } from '../../test/databases.ts';
import { createTestLog } from '../../test/fakes/log.ts';
import type { Database } from '../kit/database.ts';
import { explained } from '../kit/explained.ts';
import { invalid, isFault } from '../kit/fault.ts';
import { createJobs, jobMigrations } from './jobs.ts';
import type { JobKind, Work } from './job-kind.ts';
import { fakeLiveness } from '../../test/fakes/liveness.ts';

type Count = { readonly done: number };
type Counting = Work<{ readonly upTo: number }, Count>;

const counted = z.object({ done: z.int() });
const asked = z.object({ upTo: z.int() });
/** A promise that a test settles. */
const gate = () => Promise.withResolvers<void>();

describe.each(testEngines)('jobs on %s', (_, open) => {
  let db: Database;
  let time = 1_000_000;
  const dead = new Set<string>();
  const opened: { close(): Promise<void> }[] = [];
  const log = createTestLog();

  beforeEach(async () => {
    time = 1_000_000;
    dead.clear();
    db = await open();
    await db.migrate(jobMigrations);
  });
  afterEach(async () => {
    for (const jobs of opened.splice(0)) await jobs.close();
    await db.close();
  });

  /** A process with one kind of job. */
  const processOf = (
    owner: string,
    run: (work: Counting) => Promise<Count>,
    more: Partial<JobKind<{ readonly upTo: number }, Count>> = {},
  ) => {
    const jobs = createJobs({ db, clock: { now: () => time }, log, liveness: fakeLiveness(owner, dead) });
    opened.push(jobs);
    const counting = jobs.kind({
      name: 'count',
      input: asked,
      state: counted,
      initial: () => ({ done: 0 }),
      run,
      interrupted: 'resume',
      maxRunning: 2,
      keep: { entries: 3 },
      ...more,
    });
    return { jobs, counting };
  };

  /** Resolves never; rejects when the job is aborted. */
  const untilAborted = ({ signal }: Counting): Promise<never> =>
    new Promise((_resolve, reject) => {
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
    });

  test('a job runs, is seen from every process, and keeps its result', async () => {
    const may = gate();
    const { counting } = processOf('one', async ({ input, checkpoint: save }) => {
      await save({ done: 1 });
      await may.promise;
      return { done: input.upTo };
    });
    const { counting: elsewhere } = processOf('two', untilAborted);
    const { id } = await counting.submit({ upTo: 5 });
    await expect.poll(async () => (await elsewhere.read(id))?.state).toEqual({ done: 1 });
    expect(await elsewhere.read(id)).toMatchObject({ status: 'running', input: { upTo: 5 } });
    may.resolve();
    await counting.settled(id);
    expect(await elsewhere.read(id)).toMatchObject({ status: 'done', state: { done: 5 }, error: '' });
    expect(await elsewhere.list(10)).toHaveLength(1);
  });

  test('no more run at once than may, in all processes together', async () => {
    const { counting } = processOf('one', untilAborted);
    const { counting: elsewhere } = processOf('two', untilAborted);
    const tries = await Promise.allSettled(
      [counting, elsewhere, counting, elsewhere, counting].map((of) => of.submit({ upTo: 1 })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const refused = tries.flatMap((tried) =>
      tried.status === 'rejected' ? [isFault(tried.reason, 'busy')] : [],
    );
    expect(refused).toEqual([true, true, true]);
  });

  test('two never work on one subject', async () => {
    const { counting } = processOf('one', untilAborted);
    const { counting: elsewhere } = processOf('two', untilAborted);
    await counting.submit({ upTo: 1 }, { subject: 'pet' });
    await expect(elsewhere.submit({ upTo: 1 }, { subject: 'pet' })).rejects.toThrow('already running');
    await elsewhere.submit({ upTo: 1 }, { subject: 'other' });
  });

  test('a cancelled job ends as cancelled, also when another process asks', async () => {
    const { counting } = processOf('one', untilAborted);
    const { counting: elsewhere } = processOf('two', untilAborted);
    const { id } = await counting.submit({ upTo: 1 });
    expect(await elsewhere.cancel(id)).toMatchObject({ status: 'running', cancelling: true });
    await expect.poll(async () => (await elsewhere.read(id))?.status, { timeout: 10_000 }).toBe('cancelled');
    expect(await counting.cancel('unknown')).toBeUndefined();
  });

  test('a Fault is shown as the reason, anything else as an interruption that is logged', async () => {
    const { counting } = processOf('one', async ({ input }) => {
      throw input.upTo === 0 ? invalid('Nothing to count') : new Error('secret of the house');
    });
    const [expected, bug] = [await counting.submit({ upTo: 0 }), await counting.submit({ upTo: 1 })];
    await Promise.all([counting.settled(expected.id), counting.settled(bug.id)]);
    expect(await counting.read(expected.id)).toMatchObject({ status: 'failed', error: 'Nothing to count' });
    const failed = await counting.read(bug.id);
    expect(failed?.status).toBe('failed');
    expect(failed?.error).not.toContain('secret');
  });

  test('a job of a stopped process resumes in the next one from its saved state', async () => {
    const first = processOf('one', async (work) => {
      await work.checkpoint({ done: 3 });
      return untilAborted(work);
    });
    const { id } = await first.counting.submit({ upTo: 5 });
    await vi.waitFor(async () => expect((await first.counting.read(id))?.state.done).toBe(3), {
      timeout: 30_000,
    });
    await first.jobs.close();

    const begun: number[] = [];
    const next = processOf('two', async ({ input, state }) => {
      begun.push(state.done);
      return { done: input.upTo };
    });
    await next.jobs.start();
    await next.counting.settled(id);
    expect(begun).toEqual([3]);
    expect(await next.counting.read(id)).toMatchObject({ status: 'done', state: { done: 5 } });
  });

  test('RUN2: a dead process is waited for as long as its lease lives; then its job has failed, and the log says so', async () => {
    await db.query
      .withTables<{ jobs: Record<string, unknown> }>()
      .insertInto('jobs')
      .values({
        id: 'left',
        kind: 'count',
        subject: '',
        slot: 0,
        status: 'running',
        input: '{"upTo":2}',
        state: '{"done":1}',
        error: '',
        owner: 'dead',
        lease_until: time + 10,
        cancel_requested: 0,
        created_at: time,
        finished_at: 0,
      })
      .execute();
    const early = processOf('early', untilAborted, { interrupted: 'fail' });
    await early.jobs.start();
    expect((await early.counting.read('left'))?.status).toBe('running');
    await early.jobs.close();
    time += 20;
    const later = processOf('later', untilAborted, { interrupted: 'fail' });
    await later.jobs.start();
    expect(await later.counting.read('left')).toMatchObject({ status: 'failed', state: { done: 1 } });
    const message = 'a job of a dead process cannot be resumed and has failed';
    expect(log.warnings).toContainEqual({ kind: 'count', job: 'left', process: 'dead', message });
  });

  test('RUN2: the jobs of a dead process go on as soon as another one starts, and the log names them', async () => {
    const told = vi.spyOn(log, 'info');
    const { counting } = processOf('killed', untilAborted);
    const { id } = await counting.submit({ upTo: 5 });
    dead.add('killed');
    const { jobs, counting: next } = processOf('next', async ({ input }) => ({ done: input.upTo }));
    await jobs.start();
    await next.settled(id);
    expect(await next.read(id)).toMatchObject({ status: 'done', state: { done: 5 } });
    expect(told).toHaveBeenCalledWith(
      { kind: 'count', job: id, process: 'killed' },
      'a job of a dead process is resumed',
    );
  });

  test('RUN2: a job that another version has written in a form of its own fails alone, and holds up no start, no list and no slot', async () => {
    const left = (id: string, slot: number, state: string) => ({
      id,
      kind: 'count',
      subject: id,
      slot,
      status: 'running',
      input: '{"upTo":2}',
      state,
      error: '',
      owner: 'dead',
      lease_until: 0,
      cancel_requested: 0,
      created_at: time,
      finished_at: 0,
    });
    const rows = [left('foreign', 0, '{"steps":["one"]}'), left('known', 1, '{"done":1}')];
    const table = db.query.withTables<{ jobs: Record<string, unknown> }>();
    await table.insertInto('jobs').values(rows).execute();
    const { jobs, counting } = processOf('next', async ({ input }) => ({ done: input.upTo }));
    await jobs.start();
    await counting.settled('known');
    expect((await counting.list(9)).map(({ id, status }) => [id, status])).toEqual([['known', 'done']]);
    const found = await table.selectFrom('jobs').select('status').where('id', '=', 'foreign').execute();
    expect(found).toEqual([{ status: 'failed' }]);
    expect([await counting.running(), await counting.read('foreign')]).toEqual([[], undefined]);
  });

  test('WIRE11: the reason of a failure keeps its code; a row of an earlier version is still read', async () => {
    const reason = explained('model_failed', { model: 'm', reason: 'Cancelled' });
    const { counting } = processOf('here', async () => {
      throw invalid(reason);
    });
    const { id } = await counting.submit({ upTo: 1 });
    await counting.settled(id);
    expect((await counting.read(id))?.error).toEqual(reason);
    const store = (error: string) =>
      db.query.withTables<{ jobs: { error: string } }>().updateTable('jobs').set({ error }).execute();
    await store('Cancelled');
    expect((await counting.read(id))?.error).toEqual(explained('cancelled'));
  });

  test('one that takes too long has failed', async () => {
    const { counting } = processOf('one', untilAborted, { maxMs: 1 });
    const { id } = await counting.submit({ upTo: 1 });
    await counting.settled(id);
    expect(await counting.read(id)).toMatchObject({
      status: 'failed',
      error: { text: expect.stringContaining('longer') },
    });
  });

  test('only the newest ended ones are remembered, and only for their time', async () => {
    const { counting } = processOf('one', async () => ({ done: 1 }), { keep: { entries: 3, ms: 1_000 } });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      time += 1;
      const { id } = await counting.submit({ upTo: n });
      await counting.settled(id);
      ids.push(id);
    }
    expect((await counting.list(10)).map(({ id }) => id)).toEqual(ids.slice(2).toReversed());
    time += 2_000;
    expect(await counting.read(ids[4] ?? '')).toBeUndefined();
  });

  test('an ended one can be removed, a running one cannot', async () => {
    const { counting } = processOf('one', async (work) =>
      work.input.upTo === 0 ? { done: 0 } : untilAborted(work),
    );
    const [ended, running] = [await counting.submit({ upTo: 0 }), await counting.submit({ upTo: 1 })];
    await counting.settled(ended.id);
    expect(await counting.remove(ended.id)).toBe(true);
    expect(await counting.remove(running.id)).toBe(false);
    expect(await counting.read(running.id)).toMatchObject({ status: 'running' });
  });
});
