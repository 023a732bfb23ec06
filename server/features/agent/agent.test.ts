import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../../test/databases.ts';
import { assertNoBugs, createTestLog } from '../../../test/fakes/log.ts';
import { createFakeModels, type FakeScript } from '../../../test/fakes/models.ts';
import { configGroups } from '../../../contract/config/groups.ts';
import type { Database } from '../../kit/database.ts';
import { notFound } from '../../kit/fault.ts';
import { createJobs, jobMigrations } from '../../work/jobs.ts';
import type { LoggedQuestion } from '../chat-logs/chat-logs.ts';
import { agentMigrations, createAgent, type Agent, type AgentDeps } from './agent.ts';
import { fakeLiveness } from '../../../test/fakes/liveness.ts';

const now = Date.UTC(2026, 4, 20, 12);
const asked = { days: 30, maxLogs: 80, maxTokens: 5000, language: 'en' } as const;
const logged = (question: string, given: Partial<LoggedQuestion> = {}): LoggedQuestion => ({
  id: question,
  at: now - 1000,
  kind: 'chat',
  feedback: 'none',
  state: 'not_covered',
  address: '203.0.113.7',
  question,
  intent: 'NORMAL_CHAT',
  cited: false,
  ...given,
});
const words = JSON.stringify({ summary: 'S.', gaps: [{ id: 1, title: 'Worded' }], nextActions: [] });

describe.each(testEngines)('the agent on %s', (_, open) => {
  let db: Database;
  let log = createTestLog();
  const closers: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    log = createTestLog();
    db = await open();
    await db.migrate([...jobMigrations, ...agentMigrations]);
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
    await db.close();
    assertNoBugs(log);
  });

  /** A process of the service whose clock is `later` milliseconds ahead. */
  function processOf(owner: string, later: number, script: FakeScript = {}, given: Partial<AgentDeps> = {}) {
    const clock = { now: () => now + later };
    const jobs = createJobs({ db, clock, log, liveness: fakeLiveness(owner) });
    const models = createFakeModels({ kinds: ['chat'], ...script });
    const agent: Agent = createAgent({
      db,
      jobs,
      clock,
      log,
      models,
      config: {
        read: async (group) => configGroups[group].parse({}) as never,
      },
      logs: {
        questions: async function* () {
          yield [logged('How do I get a refund?'), logged('refund please', { address: 'b' })];
        },
        read: async (id) => ({
          id,
          question: id,
          answer: '',
          model: '',
          citations: [],
          ip: '',
          userAgent: '',
          timestamp: new Date(now).toISOString(),
        }),
      },
      retrieve: async ({ question }) => ({
        passages: [],
        query: question,
        evidence: { score: 0, level: 'not_covered', covered: false, isNear: false, reasons: [] },
      }),
      search: async () => [],
      heads: async () => [],
      answer: async () => ({ answer: '', model: '', citations: [], trace: [] }),
      mask: (text) => text,
      indexReady: () => true,
      ...given,
    });
    closers.push(async () => {
      await jobs.close();
      await agent[Symbol.asyncDispose]?.();
    });
    return { agent, jobs, models };
  }

  const finished = async (agent: Agent, taskId: string) => {
    await expect
      .poll(async () => (await agent.task(taskId, 'en')).status, { timeout: 10_000 })
      .not.toBe('running');
    return agent.task(taskId, 'en');
  };

  /** A model that does not respond until it is aborted. */
  const silent: FakeScript = {
    chat: ({ signal }) =>
      (async function* () {
        signal.throwIfAborted();
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
        );
        yield { type: 'text' as const, text: '' };
      })(),
  };

  test('AG7: a task whose process was killed is taken up by the next one, over the same window', async () => {
    const first = processOf('one', 0, silent);
    const { taskId } = await first.agent.run(asked);
    await expect.poll(() => first.models.calls.chat.length).toBe(1);

    const windows: number[] = [];
    const second = processOf(
      'two',
      60_000,
      { chat: () => words },
      {
        logs: {
          questions: async function* ({ below }) {
            windows.push(below);
            yield [logged('How do I get a refund?')];
          },
          read: () => Promise.reject(notFound('Chat log')),
        },
      },
    );
    await second.jobs.start();
    const task = await finished(second.agent, taskId);
    expect(task).toMatchObject({ status: 'success', report: { contentGaps: [{ title: 'Worded' }] } });
    expect(windows).toEqual([now]);
  });

  test('AG10: a task on another process is cancelled and deleted from here', async () => {
    const first = processOf('one', 0, silent);
    const { taskId } = await first.agent.run(asked);
    await expect.poll(() => first.models.calls.chat.length).toBe(1);
    const second = processOf('two', 0);
    await second.agent.remove(taskId);
    await expect(second.agent.task(taskId, 'en')).rejects.toThrow('Task not found');
    expect(first.models.calls.chat[0]?.signal.aborted).toBe(true);
  });

  test('AG9: two tasks at once remember a gap once', async () => {
    const [one, two] = [processOf('one', 0, { kinds: [] }), processOf('two', 0, { kinds: [] })];
    const tasks = await Promise.all([one.agent.run(asked), two.agent.run(asked)]);
    for (const { taskId } of tasks) expect((await finished(one.agent, taskId)).success).toBe(true);
    expect(await two.agent.gaps()).toMatchObject([{ asks: 2, visitors: 2, status: 'open' }]);
  });

  test('AG11: searches without results count once per visitor and day, masked, without partial keywords', async () => {
    const { agent } = processOf(
      'one',
      0,
      { kinds: [] },
      {
        mask: (text) => text.replace(/\S+@\S+/, '[email]'),
        logs: { questions: async function* () {}, read: () => Promise.reject(notFound('Chat log')) },
      },
    );
    for (const typed of ['ku', 'kuber', 'Kubernetes', 'kubernetes', 'mail me@x.example', 'k', ' '])
      agent.recordEmptySearch(typed, '203.0.113.7');
    agent.recordEmptySearch('kubernetes', '203.0.113.8');
    const { taskId } = await agent.run(asked);
    const { metrics, report } = await finished(agent, taskId);
    expect(metrics).toMatchObject({ emptySearches: 3, windowLogs: 0 });
    expect(report.contentGaps.map(({ title, asks }) => [title, asks])).toEqual([
      ['kubernetes', 2],
      ['mail [email]', 1],
    ]);
  });

  test('AG11: while the index is not ready a search without results says nothing', async () => {
    const { agent } = processOf('one', 0, { kinds: [] }, { indexReady: () => false });
    agent.recordEmptySearch('kubernetes', '203.0.113.7');
    const { taskId } = await agent.run(asked);
    expect((await finished(agent, taskId)).metrics).toMatchObject({ emptySearches: 0 });
  });

  test('a report is written when the articles cannot be listed, and names that limitation', async () => {
    const heads = () => Promise.reject(new Error('away'));
    const { agent } = processOf('one', 0, { kinds: [] }, { heads });
    const { taskId } = await agent.run(asked);
    const { status, report } = await finished(agent, taskId);
    expect([status, report.limitations[0]]).toEqual([
      'success',
      expect.stringContaining('could not be read'),
    ]);
  });

  test('AG3: a task that breaks has failed and shows no details of the error', async () => {
    const { agent } = processOf(
      'one',
      0,
      {},
      {
        logs: {
          questions: async function* () {
            yield await Promise.reject(new Error('disk at /secret/path'));
          },
          read: () => Promise.reject(notFound('Chat log')),
        },
      },
    );
    const { taskId } = await agent.run(asked);
    const task = await finished(agent, taskId);
    expect(task).toMatchObject({ status: 'failed', success: false, metrics: {}, input: {} });
    expect(task.report.steps).toMatchObject([{ status: 'failed' }]);
    expect(JSON.stringify(task)).not.toContain('secret');
    expect(log.errors).toHaveLength(1);
    log = createTestLog();
  });

  test('records older than the retention of logs are deleted', async () => {
    const { agent } = processOf('one', 0, { kinds: [] });
    agent.recordEmptySearch('kubernetes', '203.0.113.7');
    await finished(agent, (await agent.run(asked)).taskId);
    const later = processOf('two', 181 * 86_400_000, { kinds: [] }).agent;
    await later.everyDay();
    expect(await later.gaps()).toEqual([]);
    const { taskId } = await later.run({ ...asked, days: 180 });
    expect((await finished(later, taskId)).metrics).toMatchObject({ emptySearches: 0 });
  });
});
