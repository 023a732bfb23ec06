import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consolePrefix, publicPrefix, publicPrefixV2 } from '../../contract/api.ts';
import { chatLogLimits } from '../../contract/chat-logs.ts';
import { configGroups } from '../../contract/config/groups.ts';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import {
  chatLogMigrations,
  createChatLogs,
  type ChatLogs,
} from '../../server/features/chat-logs/chat-logs.ts';
import type { AnswerEnd, LogQuestion } from '../../server/features/chat-logs/new-entry.ts';
import { chatRoutes } from '../../server/features/chat/routes.ts';
import { createResumableAnswers } from '../../server/work/resumption/resumable-answers.ts';
import { createServer } from '../../server/http/server.ts';
import type { Database } from '../../server/kit/database.ts';
import type { Caller } from '../../server/ports/host.ts';
import { createTestLog } from '../fakes/log.ts';

const noon = Date.UTC(2026, 4, 20, 12);
const minute = 60_000;
const path = `${consolePrefix}/chat-logs`;

let db: Database;
let app: FastifyInstance;
let logs: ChatLogs;
let caller: Caller;
let errors: readonly unknown[];
const clock = { time: noon, now: () => clock.time };

beforeEach(async () => {
  clock.time = noon;
  caller = { kind: 'admin', id: 't', via: 'token' };
  db = openSqlite(':memory:');
  await db.migrate(chatLogMigrations);
  logs = createChatLogs({
    db,
    clock,
    config: { read: async () => configGroups.privacy.parse({}) },
    addressKey: 'test',
    answer: async ({ question }) => ({
      answer: `Today: ${question}`,
      model: 'new',
      citations: [],
      trace: [],
      answerState: 'partial',
    }),
  });
  const log = createTestLog();
  ({ errors } = log);
  app = await createServer({
    implementations: [
      ...logs.routes,
      chatRoutes({ answer: async function* () {}, resumable: createResumableAnswers(), logs }),
    ],
    identify: async () => caller,
    publicOrigin: undefined,
    trustedProxies: [],
    log,
    checkReplies: true,
  });
});
afterEach(async () => {
  await app.close();
  await logs[Symbol.asyncDispose]?.();
  await db.close();
  if (errors.length > 0) throw new Error(`unexpected failures: ${JSON.stringify(errors)}`);
});

/** Time of the answer to question number `n`, from 1. */
const at = (n: number) => new Date(noon + n * minute).toISOString();

/** Logs a question a minute after the one before. */
async function ask(question: string, given: Partial<LogQuestion> & Partial<AnswerEnd> = {}): Promise<string> {
  clock.time += minute;
  const entry = logs.begin({
    kind: 'chat',
    address: '203.0.113.7',
    userAgent: 'a browser',
    ...given,
    question,
  });
  await entry.finish({
    answer: 'An answer [1].',
    model: 'qwen',
    citations: [{ postId: 'p1', title: 'Install', url: '/install' }],
    answerState: 'answered',
    intent: 'NORMAL_CHAT',
    error: '',
    usage: {},
    durationMs: 5,
    stages: [],
    ...given,
  });
  return entry.id;
}

const get = (rest = '') => app.inject(path + rest);
const listed = async (query = '') =>
  (await get(query)).json<{
    items: { id: string; question: string }[];
    total: number;
    page: number;
    size: number;
  }>();
const questionsOf = async (query: string) => (await listed(query)).items.map(({ question }) => question);
const clear = (query: string, body?: string) =>
  app.inject({ method: 'POST', url: `${path}/clear${query}`, ...(body !== undefined && { payload: body }) });
const rate = (query: string, prefix = publicPrefix) =>
  app.inject({ method: 'POST', url: `${prefix}/chat/feedback?${query}` });

describe('GET chat-logs', () => {
  it('CL1 LIM4: pages are counted from 0 and hold 20 unless asked, 100 at most, newest first', async () => {
    for (let n = 0; n < 105; n++) await ask(`Question ${n}`);
    const first = await listed();
    expect([first.total, first.page, first.size]).toEqual([105, 0, 20]);
    expect(first.items.map(({ question }) => question)).toEqual(
      Array.from({ length: 20 }, (_, n) => `Question ${104 - n}`),
    );
    expect(await questionsOf('?page=5&size=20')).toEqual([4, 3, 2, 1, 0].map((n) => `Question ${n}`));
    expect((await listed('?size=1000')).items).toHaveLength(chatLogLimits.size);
    expect((await listed('?size=0')).size).toBe(1);
    expect(await listed('?page=-3&size=x')).toMatchObject({ page: 0, size: 20 });
    expect(await listed('?page=99')).toMatchObject({ items: [], total: 105, page: 99 });
  });

  it('CL2: both bounds are exclusive', async () => {
    for (const question of ['one', 'two', 'three']) await ask(question);
    expect(await questionsOf(`?from=${at(1)}`)).toEqual(['three', 'two']);
    expect(await questionsOf(`?to=${at(3)}`)).toEqual(['two', 'one']);
    expect(await questionsOf(`?from=${at(1)}&to=${at(3)}`)).toEqual(['two']);
    expect(await questionsOf('?from=2026-05-20T20:01:00%2B08:00')).toEqual(['three', 'two']);
    expect(await questionsOf('?from=2026-05-20T20:01:00+08:00')).toEqual(['three', 'two']);
    expect(await questionsOf('?from=&to=')).toHaveLength(3);
    expect(await questionsOf(`?from=${at(3)}&to=${at(1)}`)).toEqual([]);
  });

  it.each([
    'yesterday',
    '2026-05-20',
    '2026-02-30T00:00:00Z',
    '2026-05-20T25:00:00Z',
    '1779278400000',
    '2026-05-20T12:00:00',
  ])('CL2: the unreadable date %s is refused', async (date) => {
    for (const rest of [`?from=${date}`, `?to=${date}`, `/stats?from=${date}`, `/export?to=${date}`]) {
      const reply = await get(rest);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual({
        error: expect.stringMatching(/^(from|to) must be an ISO-8601 instant/),
      });
    }
  });

  it('CL3 CL4: filters work alone and together, and the total counts all that match', async () => {
    const liked = await ask('怎么安装 Docent？');
    const disliked = await ask('如何備份資料庫', { model: 'deepseek', answerState: 'partial' });
    await ask('How do I INSTALL it?', { kind: 'search', answerState: 'not_covered' });
    await ask('nothing of this', { model: '' });
    await rate(`logId=${liked}`);
    await rate(`logId=${disliked}&type=dislike`);
    expect(await questionsOf('?feedbackType=like')).toEqual(['怎么安装 Docent？']);
    expect(await questionsOf('?feedbackType=dislike')).toEqual(['如何備份資料庫']);
    expect((await listed('?feedbackType=none')).total).toBe(2);
    expect((await listed('?feedbackType=whatever')).total).toBe(4);
    expect((await listed('?model=qwen')).total).toBe(2);
    expect((await listed('?model=qwe')).total).toBe(0);
    expect(await questionsOf('?model=unknown')).toEqual(['nothing of this']);
    expect(await questionsOf('?answerState=not_covered')).toEqual(['How do I INSTALL it?']);
    expect(await questionsOf('?kind=search')).toEqual(['How do I INSTALL it?']);
    for (const part of ['安装', '装', '安装docent', '备份', 'install', 'NSTAL', 'do i']) {
      expect([part, (await listed(`?question=${encodeURIComponent(part)}`)).total]).toEqual([part, 1]);
    }
    expect((await listed(`?question=${encodeURIComponent('？')}`)).total).toBe(0);
    expect(
      (await listed(`?question=install&feedbackType=none&model=qwen&kind=search&answerState=not_covered`))
        .total,
    ).toBe(1);
    expect((await listed(`?question=install&feedbackType=dislike`)).total).toBe(0);
    expect((await listed('?question=' + 'x'.repeat(3000))).total).toBe(0);
    expect((await listed('?model=%00&question=%00')).total).toBe(0);
  });

  it('CL5: a record has the known fields, in the list and in the detail', async () => {
    const stage = {
      name: 'embed',
      label: 'Embed',
      startedAt: 1,
      finishedAt: 2,
      durationMs: 1,
      status: 'ok' as const,
      statusLabel: 'done',
      detail: '',
      data: null,
    };
    const id = await ask('Why?', { stages: [stage], intent: 'hot' });
    await rate(`logId=${id}&type=dislike&comment=${encodeURIComponent('not so')}`);
    const [item] = (await listed()).items;
    expect(item).toEqual({
      id,
      timestamp: '2026-05-20T12:01:00.000Z',
      ip: '203.0.113.7',
      userAgent: 'a browser',
      question: 'Why?',
      answer: 'An answer [1].',
      model: 'qwen',
      citations: [{ postId: 'p1', title: 'Install', url: '/install' }],
      feedback: { type: 'dislike', comment: 'not so', timestamp: '2026-05-20T12:01:00.000Z' },
      traceIntent: 'hot',
      traceStagesJson: JSON.stringify([stage]),
      kind: 'chat',
      conversationId: expect.any(String),
      askedBy: 'visitor',
      source: 'stream',
      answerState: 'answered',
      durationMs: 5,
    });
    expect((await get(`/${id}`)).json()).toEqual(item);
  });
});

describe('the other operations', () => {
  it('CL7: statistics follow from and to', async () => {
    const id = await ask('one');
    await rate(`logId=${id}&type=dislike`);
    await ask('two', { kind: 'search' });
    expect((await get('/stats')).json()).toMatchObject({
      totalLogs: 2,
      totalByModel: { qwen: 2 },
      feedbackDistribution: { like: 0, dislike: 1, none: 1 },
      last7Days: 2,
      todayNew: 2,
      dislikeRate: 100,
      yesterday: { newLogs: 0, dislikes: 0 },
    });
    const after = new Date(noon + minute).toISOString();
    expect((await get(`/stats?from=${after}`)).json()).toMatchObject({ totalLogs: 1, dislikeRate: 0 });
    expect((await get('/stats?kind=search')).json()).toMatchObject({
      totalLogs: 1,
      totalByKind: { chat: 0, search: 1 },
    });
  });

  it('CL8 ERR4: an unknown id is 404 when read or replayed, and counts as deleted when deleted', async () => {
    for (const id of ['unknown', '%00', 'a%2Fb', "'; drop table chat_logs; --"]) {
      const reply = await get(`/${encodeURI(id)}`);
      expect([reply.statusCode, reply.json()]).toEqual([404, { error: 'Chat log not found' }]);
      const deleted = await app.inject({ method: 'DELETE', url: `${path}/${encodeURI(id)}` });
      expect([deleted.statusCode, deleted.json()]).toEqual([200, { deleted: true }]);
    }
    const replay = await app.inject({ method: 'POST', url: `${path}/unknown/replay` });
    expect([replay.statusCode, replay.json()]).toEqual([404, { error: 'Chat log not found' }]);
    expect((await get(`/${'x'.repeat(81)}`)).statusCode).toBe(404);
  });

  it('CL8: a log is deleted for good', async () => {
    const [gone, kept] = [await ask('gone'), await ask('kept')];
    expect((await app.inject({ method: 'DELETE', url: `${path}/${gone}` })).json()).toEqual({
      deleted: true,
    });
    expect((await get(`/${gone}`)).statusCode).toBe(404);
    expect((await listed()).items.map(({ id }) => id)).toEqual([kept]);
    expect((await rate(`logId=${gone}`)).json()).toEqual({ success: false, error: 'Chat log not found' });
    expect((await get('/stats')).json()).toMatchObject({ totalLogs: 1 });
  });

  it('CL9: clear deletes everything, or the logs that match the filters of query and body', async () => {
    const rated = await ask('怎么安装');
    await rate(`logId=${rated}&type=dislike`);
    await ask('install', { kind: 'search' });
    await ask('keep', { model: 'deepseek' });
    expect((await clear('?kind=search')).json()).toEqual({ cleared: true, deleted: 1 });
    expect((await clear('', '{"question":"安装","feedbackType":"dislike"}')).json()).toEqual({
      cleared: true,
      deleted: 1,
    });
    expect((await clear('?model=deepseek', '{"model":"qwen"}')).json()).toEqual({
      cleared: true,
      deleted: 0,
    });
    expect((await clear(`?to=${new Date(noon).toISOString()}`)).json()).toEqual({
      cleared: true,
      deleted: 0,
    });
    expect(await questionsOf('')).toEqual(['keep']);
    expect((await clear('')).json()).toEqual({ cleared: true, deleted: 1 });
    expect((await listed()).total).toBe(0);
  });

  it.each([
    ['a misspelt filter', '?feedback=dislike', undefined],
    ['an unknown word', '?feedbackType=dislikes', undefined],
    ['a bad date', '?to=yesterday', undefined],
    ['a misspelt filter in the body', '', '{"feedbacktype":"dislike"}'],
    ['a number for a text', '', '{"model":3}'],
    ['a list', '', '[]'],
    ['nothing in place of a filter', '', 'null'],
    ['an empty instant', '', '{"from":""}'],
    ['a missing instant', '', '{"to":null}'],
    ['an empty instant in the query', '?from=', undefined],
    ['a blank text', '', '{"question":" "}'],
    ['a missing text', '', '{"model":null}'],
    ['a missing word', '', '{"kind":null}'],
    ['a broken body', '', '{'],
  ])('CL9, ERR7: %s clears nothing', async (_name, query, body) => {
    await ask('kept');
    const reply = await clear(query, body);
    expect([reply.statusCode, reply.json()]).toEqual([400, { cleared: false, error: expect.any(String) }]);
    expect((await listed()).total).toBe(1);
  });

  it('a search for nothing but signs clears nothing', async () => {
    await ask('Why?');
    expect((await clear('?question=%3F')).json()).toEqual({ cleared: true, deleted: 0 });
    expect((await listed()).total).toBe(1);
  });

  it('a log is answered again, side by side', async () => {
    const id = await ask('Why?');
    const reply = await app.inject({ method: 'POST', url: `${path}/${id}/replay` });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      id,
      question: 'Why?',
      kind: 'chat',
      before: { answer: 'An answer [1].', model: 'qwen', answerState: 'answered', trace: [] },
      after: { answer: 'Today: Why?', model: 'new', answerState: 'partial', trace: [] },
    });
  });

  it('everything can be exported as CSV that no spreadsheet runs', async () => {
    await ask('=HYPERLINK("http://evil.example")', { answer: 'One,\ntwo' });
    await ask('-1 怎么办', { kind: 'search' });
    const reply = await get('/export');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(/^attachment; filename="chat-logs-\d{4}-\d\d-\d\d\.csv"$/),
    });
    const lines = reply.body.split('\r\n');
    expect(lines[0]).toMatch(/^\ufefftimestamp,kind,question,answer,/);
    expect(lines[1]).toMatch(/^2026-05-20T12:02:00\.000Z,search,"'-1 怎么办",An answer \[1\]\.,/);
    expect(lines[2]).toMatch(
      /^2026-05-20T12:01:00\.000Z,chat,"'=HYPERLINK\(""http:\/\/evil\.example""\)","One,\ntwo",/,
    );
    expect(lines.slice(3)).toEqual(['']);
  });

  it.each([
    ['/export?feedbackType=zzz', 'feedbackType', 'all, like, dislike, none'],
    ['/export?format=zzz', 'format', 'csv, jsonl'],
    ['/export?kind=zzz', 'kind', 'all, chat, search'],
    ['/stats?kind=zzz', 'kind', 'all, chat, search'],
    ['?answerState=zzz', 'answerState', 'answered, partial'],
  ])('API3: %s is refused with the words that %s may have', async (rest, field, words) => {
    const refused = await get(rest);
    expect([refused.statusCode, refused.json()]).toEqual([400, { error: expect.stringContaining(words) }]);
    expect(refused.json()).toEqual({ error: expect.stringContaining(field) });
  });

  it('an export contains all pages of matching logs', async () => {
    for (let n = 0; n < 450; n++) await ask(`Question ${n}`, { model: n % 3 === 0 ? 'deepseek' : 'qwen' });
    const reply = await get('/export?format=jsonl&model=deepseek');
    expect(reply.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const records = reply.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { question: string });
    expect(records.map(({ question }) => question)).toEqual(
      Array.from({ length: 150 }, (_, n) => `Question ${447 - n * 3}`),
    );
    expect(records[0]).toEqual((await listed('?model=deepseek&size=1')).items[0]);
  });

  it('AUTH: strangers and visitors of the site get nothing', async () => {
    const id = await ask('secret');
    const calls = [
      { method: 'GET', url: path },
      { method: 'GET', url: `${path}/stats` },
      { method: 'GET', url: `${path}/export` },
      { method: 'GET', url: `${path}/${id}` },
      { method: 'DELETE', url: `${path}/${id}` },
      { method: 'POST', url: `${path}/${id}/replay` },
      { method: 'POST', url: `${path}/clear` },
    ] as const;
    const callers: readonly (readonly [Caller, number])[] = [
      [{ kind: 'anonymous' }, 401],
      [{ kind: 'user', id: 'reader' }, 403],
    ];
    for (const [who, status] of callers) {
      caller = who;
      for (const call of calls) {
        const reply = await app.inject(call);
        expect([call.url, reply.statusCode]).toEqual([call.url, status]);
        expect(reply.body).not.toContain('secret');
      }
    }
    caller = { kind: 'admin', id: 't', via: 'token' };
    expect((await listed()).total).toBe(1);
  });

  it('AUTH15: a token that reads logs learns no address: in the list, in one log and in exports', async () => {
    const id = await ask('Who reads this?');
    const urls = [path, `${path}/${id}`, `${path}/export?format=csv`, `${path}/export?format=jsonl`];
    const replies = async () => Promise.all(urls.map(async (url) => (await app.inject({ url })).body));
    const { ip } = await logs.read(id);
    for (const body of await replies()) expect(body).toContain(ip);
    caller = { kind: 'token', id: 'reports', scope: 'analytics' };
    const hidden = (await replies()).map((body) => [body.includes(ip), /hash:[\da-f]{16}/.exec(body)?.[0]]);
    expect(hidden).toEqual(urls.map(() => [false, hidden[0]?.[1]]));
    expect(hidden[0]?.[1]).toBeDefined();
  });
});

describe('POST chat/feedback', () => {
  beforeEach(() => void (caller = { kind: 'anonymous' }));

  it('FB1 FB3: is in the query, and a like unless it says otherwise', async () => {
    const id = await ask('Why?');
    const reply = await app.inject({
      method: 'POST',
      url: `${publicPrefix}/chat/feedback?logId=${id}`,
      payload: '{"type":"dislike"}',
    });
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }]);
    expect(await logs.read(id)).toMatchObject({ feedback: { type: 'like', comment: '' } });
  });

  it('FB2 LIM3: the id is trimmed and cut', async () => {
    const id = await ask('Why?');
    expect((await rate(`logId=%20${id}%20`)).json()).toEqual({ success: true });
    expect((await rate(`logId=${'x'.repeat(5000)}`)).json()).toEqual({
      success: false,
      error: 'Chat log not found',
    });
  });

  it.each([
    '',
    'logId=',
    'logId=%20',
    'logId=ID&type=',
    'logId=ID&type=LIKE',
    'logId=ID&type=%20like',
    'logId=unknown',
    'logId=%00',
  ])('FB1 FB3 FB5: %j is 200 with success false', async (query) => {
    const id = await ask('Why?');
    const reply = await rate(query.replace('ID', id));
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { success: false, error: expect.stringMatching(/\w/) },
    ]);
    expect(await logs.read(id)).not.toHaveProperty('feedback');
  });

  it('FB4 LIM3: the comment is cut to 200 characters', async () => {
    const id = await ask('Why?');
    await rate(`logId=${id}&type=dislike&comment=${'长'.repeat(300)}`);
    expect((await logs.read(id)).feedback?.comment).toBe('长'.repeat(200));
  });

  it('FB5: sent again it overwrites', async () => {
    const id = await ask('Why?');
    await rate(`logId=${id}&type=dislike&comment=bad`);
    clock.time += minute;
    await rate(`logId=${id}&type=like`);
    expect((await logs.read(id)).feedback).toEqual({
      type: 'like',
      comment: '',
      timestamp: new Date(clock.time).toISOString(),
    });
    expect(await logs.stats({ from: '', to: '', kind: 'all' })).toMatchObject({
      feedbackDistribution: { like: 1, dislike: 0, none: 0 },
    });
  });

  it('FB7 VER3: GET and v1alpha2 do not exist', async () => {
    const id = await ask('Why?');
    expect((await app.inject(`${publicPrefix}/chat/feedback?logId=${id}`)).statusCode).toBe(404);
    expect((await rate(`logId=${id}`, publicPrefixV2)).statusCode).toBe(404);
  });
});
