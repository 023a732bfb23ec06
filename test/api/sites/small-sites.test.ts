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

describe('ANS11: a place that does not show the fact asked for is no answer', () => {
  test.each(['how heavy is an e-bike', 'how tall is Tom', 'what time does the café by the mill open'])(
    '%s',
    async (question) => {
      const reply = await shop.ask(question);
      expect(reply.answerState).not.toBe('answered');
      expect(quoted(reply)).toBe('nowhere');
    },
  );

  test('老张的电话是多少', async () => {
    expect((await blog.ask('老张的电话是多少')).answerState).not.toBe('answered');
  });
});

describe('ANS2: an unrelated question is shown nothing', () => {
  test.each(['What is the capital of France?', 'who won the world cup in 2022'])('%s', async (question) => {
    const { answerState, places, nearest } = await shop.ask(question);
    expect({ answerState, places, nearest }).toEqual({ answerState: 'not_covered' });
  });

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
  expect(inEnglish.reply).toContain('are written in Chinese');
  expect(inEnglish.suggestions?.length).toBeGreaterThan(0);
  const inChinese = await shop.ask('香蕉面包怎么做');
  expect(inChinese.reply).toContain('使用英语');
  expect((await blog.ask('Wo bewahrt ihr eure Urlaubsfotos auf?')).reply).toContain(
    'Sprache der Artikel auf dieser Website: Chinesisch',
  );
  expect((await shop.ask('do you sell helmets')).reply).toContain('do not answer this question');
});
