import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaults } from '../../../contract/config/groups.ts';
import type { JobScope } from '../../../contract/mindmap.ts';
import { testEngines } from '../../../test/databases.ts';
import { createFakeHost, type FakeHost } from '../../../test/fakes/host.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { createFakeModels, type FakeScript } from '../../../test/fakes/models.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../../kit/database.ts';
import { Fault, unavailable } from '../../kit/fault.ts';
import { createJobs, jobMigrations } from '../../work/jobs.ts';
import type { ChatPart } from '../../ports/models.ts';
import { atFirst } from './job-state.ts';
import { createMindMaps } from './mindmap.ts';
import { createMindmapStore, mindmapMigrations } from './store.ts';
import { fakeLiveness } from '../../../test/fakes/liveness.ts';

const outline = '# T\n## Part';

describe.each(testEngines)('generating all maps on %s', (_, open) => {
  let db: Database;
  let host: FakeHost;
  let time = 0;
  const log = createTestLog();
  const opened: { close(): Promise<void> }[] = [];

  beforeEach(async () => {
    time = 1_000_000;
    db = await open();
    await db.migrate([...jobMigrations, ...mindmapMigrations]);
    host = createFakeHost([]);
  });
  afterEach(async () => {
    for (const jobs of opened.splice(0)) await jobs.close();
    await db.close();
    expect(log.errors).toEqual([]);
  });

  /** A process of the service on the shared database. */
  const processOf = (owner: string, script: FakeScript = { chat: () => outline }) => {
    const clock = { now: () => (time += 1) };
    const jobs = createJobs({ db, clock, log, liveness: fakeLiveness(owner) });
    opened.push(jobs);
    const models = createFakeModels(script);
    const config = { read: async <G extends 'mindmap' | 'models'>(group: G) => defaults()[group] };
    const catalogue = createCatalogue({ host, now: () => 0, log });
    const { maps, everyDay } = createMindMaps({
      db,
      host,
      catalogue,
      config: config as Parameters<typeof createMindMaps>[0]['config'],
      models,
      jobs,
      clock,
      log,
      readBlocks: async ({ text }) => [{ kind: 'paragraph', text, level: 0, anchor: '' }],
    });
    const begin = async (scope: JobScope = 'missing_stale') => (await maps.start(scope)).id;
    const ended = async (id: string) => {
      await expect.poll(async () => (await maps.job(id)).finishedAt, { timeout: 20_000 }).not.toBe('');
      return maps.job(id);
    };
    return { jobs, models, maps, everyDay, begin, ended };
  };
  const publish = (count: number) =>
    host.publish(...Array.from({ length: count }, (_, n) => ({ id: `a${n}`, text: `Text ${n}.` })));
  const drawn = (calls: readonly { readonly task: object }[]) =>
    calls.map(({ task }) => ('title' in task ? task.title : ''));

  /** Answers up to the given article, then waits for the end of its process. */
  const untilArticle = (title: string): FakeScript => ({
    chat: ({ task, signal }) => ('title' in task && task.title === title ? untilAborted(signal) : outline),
  });

  test('MM15: a stopped job resumes in the next process with its current article, and generates no map twice', async () => {
    publish(5);
    const first = processOf('one', untilArticle('a2'));
    const id = await first.begin('all');
    await vi.waitFor(() => expect(drawn(first.models.calls.chat)).toEqual(['a0', 'a1', 'a2']), {
      timeout: 30_000,
    });
    await first.jobs.close();
    expect(drawn(first.models.calls.chat)).toHaveLength(3);

    const next = processOf('two');
    expect(await next.maps.job(id)).toMatchObject({ status: 'running', completed: 2, total: 5 });
    await expect(next.maps.start('all')).rejects.toThrow(/already/);
    await next.jobs.start();
    expect(await next.ended(id)).toMatchObject({ status: 'completed', success: 5, completed: 5, total: 5 });
    expect(drawn(next.models.calls.chat)).toEqual(['a2', 'a3', 'a4']);
  });

  test('MM15: a map generated but not counted by a killed process is not generated again', async () => {
    publish(4);
    const killed = processOf('one', untilArticle('a3'));
    const id = await killed.begin('all');
    await vi.waitFor(async () => expect((await killed.maps.job(id)).currentPostName).toBe('a3'), {
      timeout: 30_000,
    });
    // As if the process had died before saving its first state, with its lease expired.
    await killed.jobs.close();
    await db.query
      .withTables<{ jobs: { state: string } }>()
      .updateTable('jobs')
      .set({ state: JSON.stringify({ ...atFirst() }) })
      .execute();

    const next = processOf('two');
    await next.jobs.start();
    expect(await next.ended(id)).toMatchObject({ status: 'completed', success: 4, total: 4 });
    expect(drawn(next.models.calls.chat)).toEqual(['a3']);
  });

  test('MM13: a job is cancelled from another process and handles no further article', async () => {
    publish(3);
    const gate = Promise.withResolvers<void>();
    const one = processOf('one', { chat: () => afterwards(gate.promise) });
    const two = processOf('two');
    const id = await one.begin();
    await vi.waitFor(async () => expect((await one.maps.job(id)).phase).toBe('generating'), {
      timeout: 30_000,
    });
    expect(await two.maps.cancel(id)).toMatchObject({
      job: { status: 'cancelled', finishedAt: '' },
      hasStopped: true,
    });
    gate.resolve();
    expect(await two.ended(id)).toMatchObject({ status: 'cancelled', success: 1, completed: 1, total: 3 });
    expect(one.models.calls.chat).toHaveLength(1);
  });

  test('MM12: failing articles are counted; only the provider ends the job, and success starts its count anew', async () => {
    publish(12);
    host.breakArticle('a1', new Fault('not-found', 'Gone'), 9);
    const { begin, ended } = processOf('one', {
      chat: ({ task }) =>
        'title' in task && ['a0', 'a2', 'a5', 'a9'].includes(task.title)
          ? outline
          : new Fault('upstream', 'HTTP 500'),
    });
    // In the order of the ids (a0, a1, a10, a11, a2 …) there are never five failures in a row.
    const job = await ended(await begin());
    expect(job).toMatchObject({ status: 'completed', total: 12, success: 4, failed: 8, skipped: 0 });
  });

  test('MM11 MM17: usage limits end the job as provider failures do, and finished maps stay', async () => {
    publish(9);
    const { begin, ended, maps } = processOf('one', {
      chat: (_call, nth) => (nth <= 2 ? outline : new Fault('limited', 'The ceiling is reached')),
    });
    expect(await ended(await begin())).toMatchObject({
      status: 'failed',
      phaseText: 'Stopped after 5 failures in a row: The ceiling is reached',
      success: 2,
      failed: 5,
      completed: 7,
    });
    expect(await maps.read('a0')).toMatchObject({ cached: true });
  });

  test('MM12 MM17: results are the newest fifty, counts are of all', async () => {
    publish(60);
    const { begin, ended } = processOf('one');
    await ended(await begin());
    const job = await ended(await begin());
    expect(job).toMatchObject({ completed: 60, skipped: 60, percent: 100 });
    expect(job.results).toHaveLength(50);
    expect(job.results.at(-1)?.postName).toBe('a9');
  });

  test('CIT8 MM18: limited articles are left out', async () => {
    publish(1);
    host.publish({ id: 'secret', text: 'x', visibility: 'limited' });
    const { begin, ended, models } = processOf('one');
    expect(await ended(await begin('all'))).toMatchObject({ total: 1, success: 1 });
    expect(drawn(models.calls.chat)).toEqual(['a0']);
  });

  test('MM11: a host that cannot list its articles fails the job with the reason', async () => {
    host.heads = () => {
      throw unavailable('The site is away');
    };
    const { begin, ended } = processOf('one');
    expect(await ended(await begin())).toMatchObject({ status: 'failed', phaseText: 'The site is away' });
  });

  test('MM18: maps of articles that are gone are forgotten, but not when the whole site seems gone', async () => {
    publish(3);
    const { begin, ended, everyDay } = processOf('one');
    await ended(await begin());
    const ids = async () => [...(await createMindmapStore(db).records()).keys()].toSorted();
    host.unpublish('a1');
    expect(await everyDay()).toBe(1);
    expect(await ids()).toEqual(['a0', 'a2']);
    for (const id of ['a0', 'a2']) host.unpublish(id);
    expect(await everyDay()).toBe(0);
    expect(await ids()).toEqual(['a0', 'a2']);
  });
});

async function* untilAborted(signal: AbortSignal): AsyncGenerator<ChatPart> {
  signal.throwIfAborted();
  await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  yield { type: 'text', text: '' };
}

async function* afterwards(gate: Promise<void>): AsyncGenerator<ChatPart> {
  await gate;
  yield { type: 'text', text: outline };
}
