import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, quoted, type Site } from './open-site.ts';

/*
 * Two sites of a few pages without a model, asked as visitors ask: a bicycle rental with tables of hours and prices, and a Chinese
 * developer's blog.
 */

let shop: Site;
let blog: Site;

beforeAll(async () => {
  shop = await openSite('bicycle-rental');
  blog = await openSite('developer-blog');
});

afterAll(async () => {
  await shop.close();
  await blog.close();
});

describe('ANS1, ANS11, TALK2: a fact is quoted from the place that shows it', () => {
  test.each([
    ['what time do you close on friday', 'opening-hours#opening-hours'],
    ['how much is a city bike per day?', 'renting#prices'],
    ['hi, what happens if I return the bike late?', 'returns#late-returns'],
    ['how old do I have to be to rent an e-bike?', 'renting#what-you-need-to-bring'],
  ])('%s', async (question, place) => {
    expect(quoted(await shop.ask(question))).toBe(place);
  });

  test.each([
    ['EXPLAIN 里 type 是 ALL 是什么意思', 'mysql-explain#type-列'],
    ['证书有效期多久', 'nginx-https#自动续期'],
    ['你好，可以转载吗？', 'about#转载'],
  ])('%s', async (question, place) => {
    expect(quoted(await blog.ask(question))).toBe(place);
  });
});

describe('ANS11: a place that does not show the fact asked for is no answer', () => {
  test.each(['how heavy is an e-bike', 'how tall is Tom', 'what time does the café by the mill open'])(
    '%s',
    async (question) => {
      const reply = await shop.ask(question);
      expect(reply.answerState).not.toBe('answered');
      expect(quoted(reply)).toBe('nowhere');
    },
  );

  test.each(['老张多大了', '老张的电话是多少'])('%s', async (question) => {
    expect((await blog.ask(question)).answerState).toBe('partial');
  });
});

describe('ANS3: follow-ups stay with what was spoken of', () => {
  test.each([
    [['what time do you close on friday', 'and the workshop?'], 'opening-hours#opening-hours'],
    [['how much is a city bike per day?', 'And per week?'], 'renting#prices'],
    [['how do I ride along the river?', 'and to the castle?'], 'routes#to-the-castle'],
    [['what if my bike is stolen', 'are you open on sunday'], 'opening-hours#opening-hours'],
  ])('%j', async (questions, place) => {
    expect(quoted(await shop.converse(...questions))).toBe(place);
  });

  test.each([
    [['git stash 误删了还能找回来吗', '保留多久？'], 'git-stash#误删了还能找回来吗'],
    [['git reflog 怎么用', '保留多久？'], 'git-reflog#保留多久'],
    [['git stash 误删了还能找回来吗', '可以转载吗'], 'about#转载'],
  ])('%j', async (questions, place) => {
    expect(quoted(await blog.converse(...questions))).toBe(place);
  });
});

describe('ANS2: an unrelated question is shown nothing', () => {
  test.each(['What is the capital of France?', 'how do I make pancakes', 'who won the world cup in 2022'])(
    '%s',
    async (question) => {
      const { answerState, places, nearest } = await shop.ask(question);
      expect({ answerState, places, nearest }).toEqual({ answerState: 'not_covered' });
    },
  );

  test.each(['法国的首都是哪里', '今天几号', '谁赢了世界杯'])('%s', async (question) => {
    const { answerState, places, nearest } = await blog.ask(question);
    expect({ answerState, places, nearest }).toEqual({ answerState: 'not_covered' });
  });
});

test('LANG2: a quoted command is in no other language than its article', async () => {
  const reply = await blog.ask('怎么申请证书');
  expect(quoted(reply)).toBe('nginx-https#申请证书');
  expect(reply.notices).toBeUndefined();
});

test('LANG2: a question in another script than the whole site is told so, with what can be asked', async () => {
  const inEnglish = await blog.ask('Where do you keep your holiday photographs?');
  expect(inEnglish).toMatchObject({ answerState: 'not_covered' });
  expect(inEnglish.reply).toContain('in another language (Chinese)');
  expect(inEnglish.suggestions?.length).toBeGreaterThan(0);
  const inChinese = await shop.ask('香蕉面包怎么做');
  expect(inChinese.reply).toContain('另一种语言（英语）');
  expect((await blog.ask('Wo bewahrt ihr eure Urlaubsfotos auf?')).reply).toContain('(Chinesisch)');
  expect((await shop.ask('do you sell helmets')).reply).toContain('do not answer this question');
});
