import { describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { CuratedImportResult } from '../../../contract/curated-answers/curated-answers.ts';
import type { CuratedAnswer } from '../../../contract/curated-answers/entry-fields.ts';
import type { ChatLogPage } from '../../../contract/chat-logs.ts';
import { asAdmin, openMigrated } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { createRunningApp } from '../../running-app.ts';
import { answerOf, framesOf, only, orderOf } from '../frames.ts';

const { start: startApp, running } = createRunningApp();

async function start() {
  const host = createFakeHost([
    { id: 'prices', title: 'Prices', text: '# Prices\n\nA pot of tea costs four euros in our shop.' },
    { id: 'tea', title: 'Tea', text: '# Tea\n\nGreen tea wants water of eighty degrees.' },
  ]);
  const models = createFakeModels({ kinds: ['chat'], chat: () => 'Words of a model.' });
  await startApp({ host, models, db: openMigrated() });
  return { host, models };
}

async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  return running().inject({
    method,
    url: `${consolePrefix}/curated-answers${path}`,
    headers: asAdmin,
    ...(body && { payload: body }),
  });
}

const create = async (fields: object) => (await send('POST', '', fields)).json<CuratedAnswer>();
const read = async (id: string) => (await send('GET', `/${id}`)).json<CuratedAnswer>();

async function ask(message: string, more: object = {}) {
  const payload = { message, ...more };
  const reply = await running().inject({ method: 'POST', url: `${publicPrefix}/chat/stream`, payload });
  return framesOf(reply.body);
}

const said = async (message: string, more: object = {}) => answerOf(await ask(message, more));

const price = {
  questions: ['How much does a pot of tea cost?', 'What is the price of tea?'],
  answer: 'A pot costs **four euros**, and five on Sundays.',
  sources: [{ title: 'Our prices', url: '/archives/prices' }],
};
const own = price.answer;

describe('the list', () => {
  test('CA17: answers with the same question in the same place name each other, and both are kept', async () => {
    await start();
    const first = await create({ questions: ['When do you open?'], answer: 'At nine.' });
    expect(first.sameQuestions).toEqual([]);
    const second = await create({ questions: ['Opening hours', 'when do you open'], answer: 'At ten.' });
    expect(second.sameQuestions).toEqual([{ question: 'when do you open', id: first.id }]);
    expect((await read(first.id)).sameQuestions).toEqual([{ question: 'When do you open?', id: second.id }]);
    const elsewhere = [{ language: 'fr' }, { pages: ['/docs'] }, { until: '2020-01-01' }, { enabled: false }];
    for (const [nth, more] of elsewhere.entries()) {
      const one = await create({ questions: ['WHEN do you open?'], answer: `${nth}`, ...more });
      expect(one.sameQuestions).toEqual([]);
    }
    const { items } = (await send('GET', '')).json<{ items: CuratedAnswer[] }>();
    expect(items.find(({ id }) => id === second.id)?.sameQuestions).toHaveLength(1);
  });

  test('CA1: an answer comes back as it was written, with its defaults', async () => {
    await start();
    const saved = await create(price);
    expect(saved).toMatchObject({
      ...price,
      language: '',
      from: '',
      until: '',
      pages: [],
      enabled: true,
      state: 'active',
      revision: 1,
      changedSources: [],
      hits: 0,
      lastHitAt: '',
    });
    expect(await read(saved.id)).toEqual(saved);
  });

  test.each([
    [{ questions: [] }, 'questions'],
    [{ questions: ['  '] }, 'questions.0'],
    [{ questions: Array.from({ length: 21 }, (_, nth) => `q${nth}`) }, 'questions'],
    [{ questions: ['x'.repeat(501)] }, 'questions.0'],
    [{ answer: ' ' }, 'answer'],
    [{ answer: 'x'.repeat(8001) }, 'answer'],
    [{ sources: [{ title: 'x', url: 'javascript:alert(1)' }] }, 'sources.0.url'],
    [{ sources: [{ title: 'x', url: '//elsewhere.example' }] }, 'sources.0.url'],
    [{ pages: ['docs'] }, 'pages.0'],
    [{ language: 'English please' }, 'language'],
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-03-02', until: '2026-03-01' }, ''],
    [{ enabled: 'yes' }, 'enabled'],
  ])('CA1: %j is refused', async (fields, place) => {
    await start();
    const reply = await send('POST', '', { ...price, ...fields });
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ error: string }>().error).toContain(place);
  });

  test('CA2: the list is found by words and by state', async () => {
    await start();
    const shown = async (query: string) =>
      (await send('GET', `?${query}`)).json<{ total: number; items: CuratedAnswer[] }>();
    const tea = await create(price);
    const shop = await create({ questions: ['商店在哪裡？'], answer: '在市中心。', enabled: false });
    expect((await shown('')).total).toBe(2);
    expect((await shown(`keyword=${encodeURIComponent('商店在哪里')}`)).items).toMatchObject([
      { id: shop.id },
    ]);
    expect((await shown('keyword=FOUR')).items).toMatchObject([{ id: tea.id }]);
    expect((await shown('state=off')).items).toMatchObject([{ id: shop.id, state: 'off' }]);
    expect((await shown('size=1&page=2')).items).toHaveLength(1);
    expect((await send('GET', '?state=gone')).statusCode).toBe(400);
  });

  test('CA2: an unknown answer is 404, and counts as deleted', async () => {
    await start();
    expect((await send('GET', '/none')).statusCode).toBe(404);
    expect((await send('PUT', '/none', price)).statusCode).toBe(404);
    expect((await send('DELETE', '/none')).statusCode).toBe(204);
    const { id } = await create(price);
    expect((await send('DELETE', `/${id}`)).statusCode).toBe(204);
    expect((await send('GET', `/${id}`)).statusCode).toBe(404);
  });

  test('CA3: a change that is based on an older revision is a conflict', async () => {
    await start();
    const { id, revision } = await create(price);
    const put = (fields: object) => send('PUT', `/${id}`, { ...price, ...fields });
    expect((await put({ answer: 'Four.', basedOn: revision })).json()).toMatchObject({ revision: 2 });
    const late = await put({ answer: 'Five.', basedOn: revision });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      conflicts: [{ path: 'curated-answer.answer', revision: 2, yours: 'Five.', theirs: 'Four.' }],
    });
    expect((await put({ answer: 'Four.', basedOn: revision })).statusCode).toBe(200);
    expect((await put({ answer: 'Six.' })).json()).toMatchObject({ revision: 4, answer: 'Six.' });
  });

  test('CA10: a source that has changed since is named, until the answer is looked at again', async () => {
    const { host } = await start();
    const url = (await Array.fromAsync(host.heads()))[0]?.url ?? '';
    const fields = { ...price, sources: [{ title: 'Prices', url }] };
    const { id } = await create(fields);
    host.publish({ id: 'prices', title: 'Prices', text: '# Prices\n\nA pot of tea costs six euros.' });
    expect((await read(id)).changedSources).toMatchObject([{ title: 'Prices', url }]);
    const outdated = (await send('GET', '?state=outdated')).json<{ total: number }>();
    expect(outdated.total).toBe(1);
    await send('PUT', `/${id}`, { ...fields, enabled: false, reviewed: false });
    expect((await read(id)).changedSources).toHaveLength(1);
    await send('PUT', `/${id}`, fields);
    expect((await read(id)).changedSources).toEqual([]);
    host.unpublish('prices');
    expect((await read(id)).changedSources).toEqual([{ title: 'Prices', url, changedAt: '' }]);
  });
});

describe('questions of visitors', () => {
  test.each([
    'How much does a pot of tea cost?',
    'how much does a pot of tea cost',
    'ＨＯＷ much  does a pot of tea cost ？！',
  ])('CA4: %s is answered in the words of the owner', async (question) => {
    const { models } = await start();
    await create(price);
    const frames = await ask(question);
    expect(orderOf(frames)).toEqual(['citations', 'token', 'answer_state', 'logId', 'done']);
    expect(answerOf(frames)).toBe(own);
    expect(only(frames, 'answer_state').data).toMatchObject({
      answerState: 'answered',
      answeredBy: 'curated',
      writtenBy: 'service',
    });
    expect(only(frames, 'citations').data).toMatchObject([{ title: 'Our prices', url: '/archives/prices' }]);
    expect(models.calls.chat).toEqual([]);
  });

  test('CA4: Traditional characters are the same as Simplified ones, and a greeting can have an answer', async () => {
    await start();
    await create({ questions: ['商店在哪裡？'], answer: '在市中心。' });
    await create({ questions: ['Hello'], answer: 'Welcome to the shop.' });
    expect(await said('商店，在哪里')).toBe('在市中心。');
    expect(await said('hello!')).toBe('Welcome to the shop.');
  });

  test('CA5: another wording is answered so, and a question about something else is not', async () => {
    await start();
    await create(price);
    expect(await said('What does a pot of tea cost?')).toBe(own);
    expect(await said('How hot should the water for green tea be?')).not.toBe(own);
    expect(await said('How much does a ticket for the museum cost?')).not.toBe(own);
    const match = async (question: string) => (await send('POST', '/match', { question })).json();
    expect(await match('What is the price of tea')).toMatchObject({ likeness: 1 });
    expect(await match('Who was Ada Lovelace?')).toEqual({ id: '', question: '', likeness: 0 });
  });

  test.each([
    [{ enabled: false }, {}],
    [{ from: '2999-01-01' }, {}],
    [{ until: '2001-01-01' }, {}],
    [{ language: 'zh' }, {}],
    [{ pages: ['/docs'] }, {}],
    [{ pages: ['/docs'] }, { pageUrl: 'https://shop.example/docs2/a' }],
  ])('CA6: an answer with %j is not given (%j)', async (fields, more) => {
    await start();
    await create({ ...price, ...fields });
    expect(await said('How much does a pot of tea cost?', more)).not.toBe(own);
  });

  test('CA6: the answer for the nearest page comes first', async () => {
    await start();
    await create({ ...price, pages: ['/docs/tea'], answer: 'Near.' });
    await create({ ...price, pages: ['/docs'], answer: 'Wide.' });
    await create({ ...price, answer: 'Anywhere.' });
    const on = (pageUrl?: string) => said('What is the price of tea?', { pageUrl });
    expect(await on('https://shop.example/docs/tea/green?x=1')).toBe('Near.');
    expect(await on('/docs/')).toBe('Wide.');
    expect(await on()).toBe('Anywhere.');
  });

  test('CA7: a question that leans on the conversation is not answered so', async () => {
    await start();
    await create({ questions: ['How much does it cost?'], answer: own });
    const history = [
      { role: 'user', content: 'Tell me about your museum tickets' },
      { role: 'assistant', content: 'There are tickets.' },
    ];
    expect(await said('How much does it cost?')).toBe(own);
    expect(await said('How much does it cost?', { history })).not.toBe(own);
    expect(await said('How much does it cost?', { intentRouteId: 'builtin-latest-posts' })).not.toBe(own);
  });

  test('CA8: it is logged and counted, and no answer of the visitor is used up', async () => {
    await start();
    const { id } = await create(price);
    await running().inject({
      method: 'POST',
      url: `${consolePrefix}/usage/limits`,
      headers: asAdmin,
      payload: { visitorDailyLimit: 1, visitorHourlyLimit: 1 },
    });
    for (let turn = 0; turn < 3; turn += 1) expect(await said('What is the price of tea?')).toBe(own);
    const logs = await running().inject({ url: `${consolePrefix}/chat-logs`, headers: asAdmin });
    expect(logs.json<ChatLogPage>().items[0]).toMatchObject({
      answeredBy: 'curated',
      curatedAnswer: id,
      traceIntent: 'CURATED_ANSWER',
      answerState: 'answered',
      answer: own,
      model: '',
    });
    const { hits, lastHitAt } = await read(id);
    expect(hits).toBe(3);
    expect(lastHitAt).not.toBe('');
  });

  test('CA8: of a visitor who leaves within the answer no answer is used up', async () => {
    await start();
    await create(price);
    await running().inject({
      method: 'POST',
      url: `${consolePrefix}/usage/limits`,
      headers: asAdmin,
      payload: { visitorDailyLimit: 1, visitorHourlyLimit: 1 },
    });
    for (let turn = 0; turn < 3; turn += 1) {
      const events = running().answer({
        question: 'What is the price of tea?',
        history: [],
        kind: 'chat',
        scenario: 'visitor_qa',
        signal: new AbortController().signal,
        visitor: { address: '198.51.100.7', userAgent: '' },
      });
      expect((await events.next()).value).toMatchObject({ event: 'citations' });
      await events.return(undefined);
    }
  });

  test('CA8: the search answers alike', async () => {
    await start();
    await create(price);
    const payload = { keyword: 'what is the price of tea' };
    const reply = await running().inject({ method: 'POST', url: `${publicPrefix}/search/answer`, payload });
    const frames = framesOf(reply.body);
    expect(answerOf(frames)).toBe(own);
    expect(only(frames, 'answer_state').data).toMatchObject({ answeredBy: 'curated' });
  });
});

describe('programs', () => {
  const post = (url: string, payload: object) =>
    running().inject({ method: 'POST', url, headers: asAdmin, payload });

  test('CA8: a program that asks by /v1 or /mcp gets the same words, with the sources', async () => {
    const { models } = await start();
    await create(price);
    await post(`${consolePrefix}/config/save`, { integrations: { openAiEnabled: true } });
    const content = 'What is the price of tea?';
    const completion = await post('/v1/chat/completions', {
      model: 'docent',
      messages: [{ role: 'user', content }],
    });
    const [choice] = completion.json<{
      choices: { message: { content: string; annotations: unknown[] } }[];
    }>().choices;
    const [said, sources] = choice?.message.content.split(own) ?? [];
    expect([said, sources]).toEqual([
      '',
      expect.stringMatching(/^\n\n\[1\]\(http[^()]*\/archives\/prices\)$/),
    ]);
    expect(choice?.message.annotations).toMatchObject([{ url_citation: { title: 'Our prices' } }]);
    const params = { name: 'ask', arguments: { question: content } };
    const reply = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(reply.body).toContain('A pot costs **four euros**');
    expect(models.calls.chat).toEqual([]);
  });
});

describe('wordings of visitors', () => {
  const proposed = async (questions: readonly string[]) =>
    (await send('POST', '/wordings', { questions })).json<{
      items: { question: string; times: number; lastAskedAt: string }[];
    }>().items;

  test('CA15: what visitors asked in other words is proposed, with how often, until it is added', async () => {
    await start();
    const asked = 'What does a pot of green tea cost here?';
    await said(asked);
    await said('what does a pot of green tea cost here');
    await said('Which water is right for noodles?');
    const questions = ['How much does a pot of tea cost?'];
    const [first, ...others] = await proposed(questions);
    expect(first).toMatchObject({ question: expect.stringMatching(/green tea cost/i), times: 2 });
    expect(first?.lastAskedAt).toMatch(/Z$/);
    expect(others.filter(({ question }) => question.includes('noodles'))).toEqual([]);
    // Written down, it is no proposal any more; nor where another answer is given to it.
    expect(await proposed([...questions, asked])).toEqual([]);
    await create({ ...price, questions: [asked] });
    expect(await proposed(questions)).toEqual([]);
  });

  test('CA15: without questions there is nothing to propose', async () => {
    await start();
    expect((await send('POST', '/wordings', { questions: [] })).statusCode).toBe(400);
    expect(await proposed(['Anything at all?'])).toEqual([]);
  });
});

describe('files', () => {
  const importFile = async (csv: string, more: object = {}) =>
    (await send('POST', '/import', { csv, ...more })).json<CuratedImportResult>();

  test('CA9: what is exported is imported as it was, and stays unless overwriting is asked for', async () => {
    await start();
    const first = await create({
      ...price,
      answer: '=1+1\n- a list, with "signs"',
      pages: ['/a', '/b'],
      language: 'en',
    });
    const exported = await send('GET', '/export');
    expect(exported.headers['content-type']).toContain('text/csv');
    const csv = exported.body;
    expect(csv.startsWith('\ufeffid,questions,answer')).toBe(true);
    expect(csv).toContain("'=1+1");
    expect(await importFile(csv)).toMatchObject({ preview: true, unchanged: 1, created: 0, refused: [] });

    await send('PUT', `/${first.id}`, { ...price, answer: 'Changed.' });
    expect(await importFile(csv, { preview: false })).toMatchObject({
      created: 0,
      conflicts: [{ line: 2, id: first.id, question: price.questions[0] }],
    });
    expect((await read(first.id)).answer).toBe('Changed.');
    expect(await importFile(csv, { preview: false, overwrite: true })).toMatchObject({ overwritten: 1 });
    const { questions, answer, pages, language } = first;
    expect(await read(first.id)).toMatchObject({ questions, answer, pages, language, revision: 3 });
  });

  test('CA9: a preview of more answers than there may be is refused as the import would be', async () => {
    await start();
    const csv = `questions,answer\n${Array.from({ length: 5_001 }, (_, nth) => `Question ${nth}?,Yes.`).join('\n')}`;
    for (const preview of [true, false]) {
      const refused = await send('POST', '/import', { csv, preview });
      expect([refused.statusCode, refused.json()]).toMatchObject([
        409,
        { error: 'There can be at most 5000 curated answers' },
      ]);
    }
  });

  test('CA9: lines that cannot be read are named, and the others are imported', async () => {
    await start();
    const csv = [
      'questions;answer;sources;from;id',
      '"One?\nUno?";First.;/archives/prices Our prices;;',
      ';No question.;;;',
      'Two?;Second.;;2026-13-01;',
      'Three?;Third.;;;three',
      'Four?;Fourth.;;;three',
      'Five?;"Fifth.',
    ].join('\r\n');
    expect(await importFile(csv)).toMatchObject({ preview: true, created: 2 });
    expect((await send('GET', '')).json()).toMatchObject({ total: 0 });
    const result = await importFile(csv, { preview: false });
    expect(result).toMatchObject({ preview: false, created: 2 });
    expect(result.refused.map(({ line }) => line)).toEqual([4, 5, 7, 8]);
    expect(result.refused[0]?.message).toBe('questions must not be empty');
    expect(await read('three')).toMatchObject({ questions: ['Three?'] });
    expect(await said('uno')).toBe('First.');
    expect(await importFile(csv)).toMatchObject({ unchanged: 2 });
    expect((await send('POST', '/import', { csv: 'a,b\n1,2' })).statusCode).toBe(400);
  });
});
