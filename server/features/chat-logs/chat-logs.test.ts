import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChatLogQuery } from '../../../contract/chat-logs.ts';
import { configGroups } from '../../../contract/config/groups.ts';
import { testEngines } from '../../../test/databases.ts';
import { openSqlite } from '../../adapters/database/sqlite.ts';
import type { Database } from '../../kit/database.ts';
import { chatLogMigrations, createChatLogs, type ChatLogDeps } from './chat-logs.ts';
import type { ChatLogs } from './operations.ts';
import { newLogEntry, type AnswerEnd, type LogQuestion } from './new-entry.ts';
import { createChatLogStore } from './store.ts';

const noon = Date.UTC(2026, 4, 20, 12);
const dayMs = 86_400_000;

const asked: LogQuestion = {
  kind: 'chat',
  question: 'How do I install it?',
  address: '203.0.113.7',
  userAgent: 'a browser',
};
const ended: AnswerEnd = {
  answer: 'Run npm ci [1].',
  model: 'qwen',
  citations: [{ postId: 'p1', title: 'Install', url: '/install' }],
  answerState: 'answered',
  intent: 'NORMAL_CHAT',
  error: '',
  usage: { promptTokens: 90 },
  durationMs: 1234.4,
  stages: [],
};
const everyLog = ChatLogQuery.parse({ size: 100 });

describe.each(testEngines)('chat logs on %s', (_engine, open) => {
  let db: Database;
  let logs: ChatLogs;
  let privacy = configGroups.privacy.parse({});
  const clock = { time: noon, now: () => clock.time };
  const openLogs = (given: Partial<ChatLogDeps> = {}) =>
    createChatLogs({
      db,
      clock,
      config: { read: async () => privacy },
      addressKey: 'installation',
      ...given,
    });

  beforeEach(async () => {
    clock.time = noon;
    privacy = configGroups.privacy.parse({});
    db = await open();
    await db.migrate(chatLogMigrations);
    logs = openLogs();
  });
  afterEach(async () => {
    await logs[Symbol.asyncDispose]?.();
    await db.close();
  });

  const ask = async (question: Partial<LogQuestion> = {}, end: Partial<AnswerEnd> = {}) => {
    const entry = logs.begin({ ...asked, ...question });
    await entry.finish({ ...ended, ...end });
    return entry.id;
  };

  /** Creates many logs at once. */
  const fill = async (number: number) => {
    const log = await newLogEntry({ id: '', at: noon, asked }, ended, { privacy, addressKey: '' });
    await createChatLogStore(db).add(
      Array.from({ length: number }, (_, n) => ({ ...log, id: `filled-${n}`, at: noon - n })),
    );
  };

  it('CL5 CL6: a log is written once, when the answer ends', async () => {
    const entry = logs.begin(asked);
    expect((await logs.page(everyLog)).total).toBe(0);
    clock.time += 1234;
    await Promise.all([entry.finish(ended), entry.finish({ ...ended, answer: 'again' })]);
    await entry.finish({ ...ended, answer: 'and again' });
    expect((await logs.page(everyLog)).items).toEqual([
      {
        id: entry.id,
        timestamp: '2026-05-20T12:00:01.234Z',
        ip: '203.0.113.7',
        userAgent: 'a browser',
        question: 'How do I install it?',
        answer: 'Run npm ci [1].',
        model: 'qwen',
        citations: [{ postId: 'p1', title: 'Install', url: '/install' }],
        traceIntent: 'NORMAL_CHAT',
        traceStagesJson: '[]',
        kind: 'chat',
        conversationId: expect.any(String),
        askedBy: 'visitor',
        source: 'stream',
        answerState: 'answered',
        durationMs: 1234,
        promptTokens: 90,
      },
    ]);
  });

  describe('CL16: conversations', () => {
    const own = { conversationId: 'a-conversation-of-one' };
    const questionsOf = async (query = {}) =>
      (await logs.conversations({ ...everyLog, ...query })).items.map(({ turns }) =>
        turns.map(({ question, matches }) => (matches ? question : `(${question})`)),
      );
    const later = (minutes: number) => void (clock.time += minutes * 60_000);

    it('are kept by the name that the client gives them, whatever the address and the pause', async () => {
      await ask({ ...own, question: 'one' });
      later(90);
      await ask({ ...own, question: 'two', address: '203.0.113.99' });
      await ask({ conversationId: 'another-conversation', question: 'other' });
      expect(await questionsOf()).toEqual([['other'], ['one', 'two']]);
      const [first] = (await logs.conversations(everyLog)).items;
      expect(first).toMatchObject({ questions: 1, matching: 1, turns: [{ askedBy: 'visitor' }] });
    });

    it('without a name follow address and browser, until half an hour has passed', async () => {
      await ask({ question: 'one' });
      later(20);
      await ask({ question: 'two' });
      await ask({ question: 'elsewhere', userAgent: 'another browser' });
      later(31);
      await ask({ question: 'later' });
      expect(await questionsOf()).toEqual([['later'], ['elsewhere'], ['one', 'two']]);
    });

    it('are paged whole, and keep the questions that the filters leave out', async () => {
      for (let nth = 0; nth < 5; nth += 1) {
        for (const part of ['first', 'second'])
          await ask({ conversationId: `conversation-number-${nth}`, question: `${part} ${nth}` });
        later(1);
      }
      expect(await questionsOf({ page: 1, size: 2 })).toEqual([
        ['first 2', 'second 2'],
        ['first 1', 'second 1'],
      ]);
      expect((await logs.conversations({ ...everyLog, size: 2 })).total).toBe(5);
      await ask({ ...own, question: 'covered' });
      await ask({ ...own, question: 'uncovered' }, { answerState: 'not_covered' });
      expect(await questionsOf({ answerState: 'not_covered' })).toEqual([['(covered)', 'uncovered']]);
      expect(await questionsOf({ question: 'second 3' })).toEqual([['(first 3)', 'second 3']]);
      expect(await questionsOf({ question: 'nothing like it' })).toEqual([]);
    });

    it('say by which way a question came; a search is one of its own', async () => {
      await ask({ question: 'page' });
      await ask({ question: 'searched', kind: 'search' });
      await ask({ question: 'tool', askedBy: 'mcp', userAgent: 'a program' });
      const { items } = await logs.conversations(everyLog);
      expect(items.map(({ turns }) => turns.map(({ askedBy }) => askedBy))).toEqual([
        ['mcp'],
        ['search'],
        ['visitor'],
      ]);
    });

    it('of editors and evaluations are apart: in no list and no figure that does not name them, and without an address', async () => {
      const nobody = { address: '', userAgent: '' };
      await ask({ question: 'How deep is the lake?' });
      await ask({ question: 'How deep is the sea?', kind: 'editor', ...nobody });
      await ask({ question: 'How deep is the river?', kind: 'evaluation', ...nobody });
      const found = async (query = {}) => {
        const { items, total } = await logs.page({ ...everyLog, ...query });
        const { totalLogs } = await logs.stats({ ...everyLog, ...query });
        expect([total, totalLogs]).toEqual([items.length, items.length]);
        return items.map(({ askedBy, kind, ip }) => [askedBy, kind, ip !== '']);
      };
      const visitor = [['visitor', 'chat', true]];
      expect(await found()).toEqual(visitor);
      expect(await found({ kind: 'chat' })).toEqual(visitor);
      expect(await found({ kind: 'editor' })).toEqual([['editor', 'chat', false]]);
      expect(await found({ kind: 'evaluation' })).toEqual([['evaluation', 'chat', false]]);
      // The same with a word of the question, which another index finds.
      expect(await found({ question: 'deep' })).toEqual(visitor);
      expect(await found({ question: 'deep', kind: 'chat' })).toEqual(visitor);
      expect(await found({ question: 'deep', kind: 'evaluation' })).toEqual([['evaluation', 'chat', false]]);
      expect(await questionsOf()).toEqual([['How deep is the lake?']]);
      expect(await questionsOf({ kind: 'editor' })).toEqual([['How deep is the sea?']]);
      const asked: string[] = [];
      for await (const batch of logs.questions({ from: 0, below: clock.time + 1 }))
        asked.push(...batch.map(({ question }) => question));
      expect(asked).toEqual(['How deep is the lake?']);
    });

    it('logs from before are one each', async () => {
      await fill(3);
      expect((await logs.conversations(everyLog)).items.map(({ questions }) => questions)).toEqual([1, 1, 1]);
    });
  });

  it('CL15: figures follow every filter of the list, a word of the question too, also day by day', async () => {
    await ask({ question: 'How do I brew tea?' });
    clock.time -= 86_400_000;
    await ask({ question: 'Is green tea bitter?' }, { answerState: 'not_covered' });
    const id = await ask({ question: 'What is coffee?' }, { answerState: 'not_covered' });
    await logs.feedback({ logId: id, type: 'dislike', comment: '' });
    clock.time += 86_400_000;
    const all = { from: '', to: '', kind: 'all' } as const;
    expect(await logs.stats({ ...all, question: 'tea' })).toMatchObject({
      totalLogs: 2,
      totalByAnswerState: { answered: 1, not_covered: 1 },
      todayNew: 1,
      yesterday: { newLogs: 1, dislikes: 0 },
    });
    const filtered = await logs.stats({ ...all, answerState: 'not_covered', days: 3 });
    expect(filtered.totalLogs).toBe(2);
    expect(filtered.daily?.map(({ total, feedbackDistribution: { dislike } }) => [total, dislike])).toEqual([
      [0, 0],
      [2, 1],
      [0, 0],
    ]);
    expect((await logs.stats({ ...all, feedbackType: 'dislike' })).totalLogs).toBe(1);
    expect(await logs.stats(all)).not.toHaveProperty('daily');
  });

  it('FB6: feedback finds its log as soon as the id may be shown', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await ask();
      expect(await openLogs().feedback({ logId: id, type: 'dislike', comment: '' })).toEqual({
        success: true,
      });
    }
    expect((await logs.stats({ from: '', to: '', kind: 'all' })).feedbackDistribution).toEqual({
      like: 0,
      dislike: 20,
      none: 0,
    });
  });

  it('CL10: personal data is masked in the question, the answer, the trace and the comment', async () => {
    const stage = {
      name: 'query_rewrite',
      label: 'Rewrite',
      startedAt: 1,
      finishedAt: 2,
      durationMs: 1,
      status: 'ok' as const,
      statusLabel: 'done',
      detail: 'call 13812345678 → call',
      data: [{ content: 'Our office: 010-62345678', query: 'a@b.example' }],
    };
    const id = await ask(
      { question: '我的手机 13812345678 收不到短信\0' },
      { answer: 'Mail to jane@example.org\0', stages: [stage] },
    );
    await logs.feedback({ logId: id, type: 'dislike', comment: 'write to jane@example.org' });
    const log = await logs.read(id);
    expect(log).toMatchObject({
      question: '我的手机 [phone] 收不到短信',
      answer: 'Mail to [email]',
      feedback: { type: 'dislike', comment: 'write to [email]', timestamp: '2026-05-20T12:00:00.000Z' },
    });
    expect(JSON.parse(log.traceStagesJson ?? '')).toMatchObject([
      { detail: 'call [phone] → call', data: [{ content: 'Our office: 010-62345678', query: '[email]' }] },
    ]);
    privacy = configGroups.privacy.parse({ maskPersonalData: false });
    expect((await logs.read(await ask({ question: '13812345678' }))).question).toBe('13812345678');
  });

  it('CL10: addresses are hashed alike for one visitor and with the secret of the installation', async () => {
    privacy = configGroups.privacy.parse({ hashAddresses: true });
    const addressOf = async (id: string) => (await logs.read(id)).ip;
    const first = await addressOf(await ask());
    expect(first).toMatch(/^hash:[0-9a-f]{16}$/);
    expect(await addressOf(await ask())).toBe(first);
    expect(await addressOf(await ask({ address: '203.0.113.8' }))).not.toBe(first);
    logs = openLogs({ addressKey: 'another installation' });
    expect(await addressOf(await ask())).not.toBe(first);
  });

  it('CL10 CL11: logs older than the days they are kept are counted before, then deleted, rated ones too', async () => {
    privacy = configGroups.privacy.parse({ logRetentionDays: 30 });
    for (let day = 27; day < 34; day++) {
      clock.time = noon - day * dayMs;
      await logs.feedback({ logId: await ask(), type: 'like', comment: '' });
      await ask({ question: '怎么安装' });
    }
    clock.time = noon;
    expect(await logs.retention(30)).toEqual({
      days: 30,
      logs: 6,
      before: new Date(noon - 30 * dayMs).toISOString(),
      deletedBy: new Date(noon + dayMs).toISOString(),
    });
    expect(await logs.retention(0)).toMatchObject({ logs: 0, before: '' });
    expect(await logs.everyDay()).toBe(6);
    expect(await logs.everyDay()).toBe(0);
    expect((await logs.page(everyLog)).total).toBe(8);
    expect((await logs.page({ ...everyLog, question: '安装' })).total).toBe(4);
    expect((await logs.stats({ from: '', to: '', kind: 'all' })).totalLogs).toBe(8);
    privacy = configGroups.privacy.parse({ logRetentionDays: 0 });
    clock.time = noon + 5000 * dayMs;
    expect(await logs.everyDay()).toBe(0);
  });

  it('clearing gives everybody else a turn between its batches', async () => {
    await fill(450);
    let turns = 0;
    const countTurn = () => {
      turns++;
      next = setImmediate(countTurn);
    };
    let next = setImmediate(countTurn);
    const clearing = logs.clear(everyLog);
    const during = await ask({ question: 'Asked meanwhile' });
    expect(await clearing).toBeGreaterThanOrEqual(450);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(1);
    await ask({ question: 'Asked afterwards' });
    const left = (await logs.page(everyLog)).items.map(({ question }) => question);
    expect(left.filter((question) => question !== 'Asked meanwhile')).toEqual(['Asked afterwards']);
    expect(during).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('a stopping service ends a clearing at its next batch', async () => {
    await fill(450);
    const clearing = logs.clear(everyLog).catch((error: unknown) => error);
    await logs[Symbol.asyncDispose]?.();
    expect(await clearing).toMatchObject({ code: 'unavailable' });
    const { total } = await logs.page(everyLog);
    expect(total).toBeGreaterThan(0);
    expect((await logs.stats({ from: '', to: '', kind: 'all' })).totalLogs).toBe(total);
  });

  it("CL7: statistics count by the server's calendar, and by the requested range", async () => {
    const midnight = new Date(2026, 4, 20).getTime();
    const askAt = async (time: number, end: Partial<AnswerEnd> = {}) => {
      clock.time = time;
      return ask({}, end);
    };
    await askAt(midnight);
    await logs.feedback({ logId: await askAt(midnight + 3_600_000), type: 'like', comment: '' });
    await logs.feedback({ logId: await askAt(midnight - 1), type: 'dislike', comment: '' });
    await askAt(midnight - 23 * 3_600_000, { model: '', answerState: undefined });
    await logs.feedback({ logId: await askAt(midnight - 6 * dayMs), type: 'dislike', comment: '' });
    await askAt(midnight - 8 * dayMs, { model: 'deepseek', answerState: 'not_covered' });
    clock.time = midnight + 2 * 3_600_000;
    await ask({ kind: 'search' });
    expect(await logs.stats({ from: '', to: '', kind: 'all' })).toEqual({
      totalLogs: 7,
      totalByModel: { qwen: 5, unknown: 1, deepseek: 1 },
      feedbackDistribution: { like: 1, dislike: 2, none: 4 },
      last7Days: 6,
      todayNew: 3,
      dislikeRate: 66.67,
      yesterday: { newLogs: 2, dislikes: 1 },
      totalByKind: { chat: 6, search: 1 },
      totalByAnswerState: { answered: 5, not_covered: 1, unknown: 1 },
      onlyCounted: { limited: 0, smallTalk: 0 },
    });
    const since = new Date(midnight - 1).toISOString();
    expect(await logs.stats({ from: since, to: '', kind: 'chat' })).toMatchObject({
      totalLogs: 2,
      last7Days: 2,
      dislikeRate: 0,
      todayNew: 2,
      yesterday: { newLogs: 2, dislikes: 1 },
    });
    expect((await logs.page({ ...everyLog, model: 'unknown' })).total).toBe(1);
  });

  it("a replay puts the stored answer beside today's", async () => {
    const id = await ask({ kind: 'search' });
    await expect(logs.replay(id, new AbortController().signal)).rejects.toMatchObject({
      code: 'unavailable',
    });
    logs = openLogs({
      answer: async ({ question, kind }) => ({
        ...ended,
        answer: `${kind}: ${question}`,
        model: 'other',
        trace: [],
      }),
    });
    clock.time += dayMs;
    expect(await logs.replay(id, new AbortController().signal)).toMatchObject({
      id,
      question: asked.question,
      kind: 'search',
      before: {
        timestamp: '2026-05-20T12:00:00.000Z',
        answer: ended.answer,
        model: 'qwen',
        answerState: 'answered',
        trace: [],
      },
      after: {
        timestamp: '2026-05-21T12:00:00.000Z',
        answer: `search: ${asked.question}`,
        model: 'other',
        trace: [],
      },
    });
    await expect(logs.replay('unknown', new AbortController().signal)).rejects.toMatchObject({
      code: 'not-found',
    });
    expect((await logs.page(everyLog)).total).toBe(1);
  });
});

describe('kill -9', () => {
  /** Writes logs without end and prints each id once its log is saved. */
  const writer = `
    import { openSqlite } from ${JSON.stringify(join(import.meta.dirname, '../../adapters/database/sqlite.ts'))};
    import { chatLogMigrations, createChatLogs } from ${JSON.stringify(join(import.meta.dirname, 'chat-logs.ts'))};
    const db = openSqlite(process.argv[1]);
    await db.migrate(chatLogMigrations);
    const privacy = { logRetentionDays: 0, hashAddresses: false, maskPersonalData: true };
    const logs = createChatLogs({ db, clock: { now: Date.now }, config: { read: async () => privacy }, addressKey: '' });
    for (;;) {
      const entry = logs.begin(${JSON.stringify(asked)});
      await entry.finish(${JSON.stringify(ended)});
      process.stdout.write(entry.id + '\\n');
    }`;

  it('CL6: loses no log whose id was sent, and no count', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-logs-'));
    const file = join(folder, 'logs.db');
    try {
      let sent: string[] = [];
      for (let round = 1; round <= 3; round++) sent = [...sent, ...(await killedWriter(file, 40 * round))];
      const db = openSqlite(file);
      const privacy = configGroups.privacy.parse({});
      const logs = createChatLogs({
        db,
        clock: { now: Date.now },
        config: { read: async () => privacy },
        addressKey: '',
      });
      const stored = new Set<string>();
      for await (const batch of logs.batches(everyLog)) for (const { id } of batch) stored.add(id);
      expect(sent.length).toBeGreaterThan(200);
      expect(sent.filter((id) => !stored.has(id))).toEqual([]);
      expect((await logs.stats({ from: '', to: '', kind: 'all' })).totalLogs).toBe(stored.size);
      expect((await logs.page({ ...everyLog, question: 'install' })).total).toBe(stored.size);
      await db.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  /** Runs the writer until it has printed `ids` ids, kills it half way, and returns all that it printed. */
  async function killedWriter(file: string, ids: number): Promise<string[]> {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (piece: string) => {
      text += piece;
      if (text.split('\n').length > ids) child.kill('SIGKILL');
    });
    await new Promise((resolve) => child.on('close', resolve));
    // A truncated line counts as not printed.
    return text.split('\n').slice(0, -1);
  }
});
