import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../../test/databases.ts';
import type { Database } from '../../kit/database.ts';
import { gramMatch } from './pii/grams.ts';
import { keyAt } from './sort-key.ts';
import { createChatLogStore, type ChatLogStore } from './store.ts';
import type { LogFilter } from './store/queries.ts';
import type { NewLog } from './store/rows.ts';
import { chatLogMigrations } from './store/tables.ts';
import { everything } from './day-partition.ts';

const start = Date.UTC(2026, 0, 1, 13, 37);
const anyLog: LogFilter = { span: everything, facets: {} };

const logAt = (at: number, given: Partial<NewLog> = {}): NewLog => ({
  id: `log-${at}`,
  at,
  kind: 'chat',
  streamed: true,
  model: 'qwen',
  state: 'answered',
  address: '203.0.113.7',
  userAgent: 'a browser',
  question: 'How do I install it?',
  answer: 'Run npm ci.',
  citations: '[]',
  intent: 'NORMAL_CHAT',
  trace: new Uint8Array(),
  durationMs: 12,
  promptTokens: 7,
  completionTokens: undefined,
  error: '',
  notices: '',
  ...given,
});

const batch = (name: string) => Array.from({ length: 300 }, (_, n) => logAt(start, { id: `${name}-${n}` }));

describe.each(testEngines)('chat log store on %s', (_engine, open) => {
  let db: Database;
  let store: ChatLogStore;
  beforeEach(async () => {
    db = await open();
    await db.migrate(chatLogMigrations);
    store = createChatLogStore(db);
  });
  afterEach(() => db.close());

  const storedIds = async () => {
    const ids: string[] = [];
    for await (const logs of store.batches(anyLog, 64)) ids.push(...logs.map(({ id }) => id));
    return ids;
  };

  const total = async (filter: Partial<LogFilter>) =>
    (await store.page({ ...anyLog, ...filter }, 0, 1)).total;

  it('tells how the questions of a span fared, newest first, without their answers', async () => {
    const cited = JSON.stringify([{ postId: 'p', title: 'T', url: '/t' }]);
    await store.add([
      logAt(start, { question: 'Old?' }),
      logAt(start + 1, { question: 'Where?', state: 'not_covered' }),
      logAt(start + 2, { question: 'When?', citations: cited, kind: 'search', intent: 'latest' }),
      logAt(start + 3, { question: 'Later?' }),
    ]);
    await store.rate(`log-${start + 1}`, { type: 'dislike', comment: 'no', at: start + 9 });
    const span = { from: keyAt(start + 1), below: keyAt(start + 3) };
    const questions = await Array.fromAsync(store.questions(span, 1));
    const address = '203.0.113.7';
    expect(questions.flat()).toEqual([
      {
        id: `log-${start + 2}`,
        at: start + 2,
        kind: 'search',
        feedback: 'none',
        state: 'answered',
        address,
        question: 'When?',
        intent: 'latest',
        cited: true,
      },
      {
        id: `log-${start + 1}`,
        at: start + 1,
        kind: 'chat',
        feedback: 'dislike',
        state: 'not_covered',
        address,
        question: 'Where?',
        intent: 'NORMAL_CHAT',
        cited: false,
      },
    ]);
  });

  it('gives a log back as it was stored', async () => {
    const log = logAt(start, {
      trace: new Uint8Array([1, 2, 0, 255]),
      question: '漢字 😀 "q" \'',
      error: 'upstream',
      askedBy: 'v1',
      conversation: 36,
    });
    await store.add([log]);
    const expected = { ...log, feedback: 'none', feedbackAt: 0, feedbackComment: '' };
    expect({ ...(await store.find(log.id)), trace: [1, 2, 0, 255] }).toEqual({
      ...expected,
      trace: [1, 2, 0, 255],
    });
    expect(await store.find('unknown')).toBeUndefined();
  });

  it('CL1: orders logs of one millisecond as they were stored', async () => {
    for (let n = 0; n < 20; n++) await store.add([logAt(start, { id: `same-${n}` })]);
    const { logs } = await store.page(anyLog, 0, 100);
    expect(logs.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => `same-${19 - n}`));
  });

  it('keeps every log when two processes write in the same millisecond', async () => {
    const other = createChatLogStore(db);
    await Promise.all([
      store.add(batch('a')),
      other.add(batch('b')),
      store.add(batch('c')),
      other.add(batch('d')),
    ]);
    expect(await total({})).toBe(1200);
    expect(new Set(await storedIds()).size).toBe(1200);
  });

  it('FB5: a rating overwrites the one before and moves the counts', async () => {
    await store.add([logAt(start), logAt(start + 1)]);
    expect(await store.rate(`log-${start}`, { type: 'dislike', comment: 'wrong', at: start + 5 })).toBe(true);
    expect(await total({ facets: { feedback: 'dislike' } })).toBe(1);
    expect(await store.rate(`log-${start}`, { type: 'like', comment: '', at: start + 6 })).toBe(true);
    expect(await store.rate(`log-${start}`, { type: 'like', comment: 'thanks', at: start + 7 })).toBe(true);
    expect(await store.find(`log-${start}`)).toMatchObject({
      feedback: 'like',
      feedbackComment: 'thanks',
      feedbackAt: start + 7,
    });
    expect(await total({ facets: { feedback: 'dislike' } })).toBe(0);
    expect(await total({ facets: { feedback: 'like' } })).toBe(1);
    const installs = gramMatch('install');
    expect(installs && (await total({ question: installs, facets: { feedback: 'like' } }))).toBe(1);
    expect(installs && (await total({ question: installs, facets: { feedback: 'none' } }))).toBe(1);
    expect(await store.rate('unknown', { type: 'like', comment: '', at: start })).toBe(false);
  });

  it('FB5: ratings that arrive together leave one rating and right counts', async () => {
    await store.add([logAt(start)]);
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        store.rate(`log-${start}`, { type: n % 2 ? 'like' : 'dislike', comment: `${n}`, at: n }),
      ),
    );
    const counts = await store.count(everything, {});
    expect(counts).toMatchObject([{ logs: 1 }]);
    expect(counts[0]?.feedback).toBe((await store.find(`log-${start}`))?.feedback);
  });

  it('deletes a log once, also during concurrent deletions and ratings', async () => {
    await store.add(Array.from({ length: 50 }, (_, n) => logAt(start + n)));
    const sweep = async () => {
      let deleted = 0;
      for await (const gone of store.sweep(
        { ...anyLog, span: { ...everything, below: keyAt(start + 30) } },
        7,
      ))
        deleted += gone;
      return deleted;
    };
    const [first, second] = await Promise.all([
      sweep(),
      sweep(),
      store.remove(`log-${start + 3}`),
      store.rate(`log-${start + 4}`, { type: 'like', comment: '', at: start }),
    ]);
    expect(first + second).toBeGreaterThanOrEqual(29);
    expect(await total({})).toBe(20);
    expect(await store.count(everything, {})).toMatchObject([{ feedback: 'none', logs: 20 }]);
    const installs = gramMatch('install');
    expect(installs && (await total({ question: installs }))).toBe(20);
  });

  it('CL3: finds the longest question that can be asked for, and any signs in it', async () => {
    const question = `${'如何在群晖上安装并设置反向代理 '.repeat(40)} 'quoted' "double" \\ & | ! :* <-> %_ ${'x'.repeat(200)}`;
    await store.add([logAt(start, { question })]);
    for (const searched of [
      question.slice(0, 500),
      '\'quoted\' "double" \\ & | ! :*',
      'x'.repeat(180),
      question,
    ]) {
      const match = gramMatch(searched);
      expect(match && (await total({ question: match }))).toBe(1);
    }
    const longer = gramMatch(`${question}y`);
    expect(longer && (await total({ question: longer }))).toBe(0);
  });

  it('a search for nothing but signs finds nothing, and clears nothing', async () => {
    await store.add([logAt(start)]);
    expect(await total({ question: 'none' })).toBe(0);
    const swept: number[] = [];
    for await (const gone of store.sweep({ ...anyLog, question: 'none' }, 10)) swept.push(gone);
    expect(swept).toEqual([]);
    expect(await total({})).toBe(1);
  });
});
