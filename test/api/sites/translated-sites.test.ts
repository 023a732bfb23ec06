import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFolder, quoted, type Site } from './open-site.ts';

/* The handbook in one language alone, asked in the other one without any model. */

let english: Site;
let chinese: Site;

beforeAll(async () => {
  const handbook = join(import.meta.dirname, '../../../handbook');
  english = await openFolder(join(handbook, 'en'));
  chinese = await openFolder(join(handbook, 'zh'));
});

afterAll(async () => {
  await english.close();
  await chinese.close();
});

describe('LANG3: Chinese questions find English articles, and English ones Chinese', () => {
  test.each([
    ['忘记密码怎么办', 'administrator-access#forgotten-or-lost-password'],
    ['怎么升级', 'backup-and-upgrade#upgrade'],
    ['如何连接 WordPress？', 'connect-wordpress#how-to-connect-wordpress'],
    ['支持 PostgreSQL 吗', 'postgresql-and-replicas'],
    ['如何導出聊天記錄', 'chat-logs-and-privacy#export'],
  ])('%s', async (question, place) => {
    const reply = await english.ask(question);
    expect(quoted(reply)).toContain(place);
    expect(reply).toMatchObject({ answerState: 'answered', notices: ['other_language'] });
  });

  test.each([
    ['I forgot my password', 'administrator-access-zh#忘记密码'],
    ['How do I delete chat logs?', 'chat-logs-and-privacy-zh#删除聊天记录'],
  ])('%s', async (question, place) => {
    const reply = await chinese.ask(question);
    expect(quoted(reply)).toBe(place);
    expect(reply).toMatchObject({ answerState: 'answered', notices: ['other_language'] });
  });

  test('a follow-up goes on with the last question, and nothing is offered in another language than the visitor’s', async () => {
    const first = await english.ask('怎么备份');
    expect(quoted(first)).toMatch(/^backup-and-upgrade#/);
    const next = await english.ask('恢复呢', [
      { role: 'user', content: '怎么备份' },
      { role: 'assistant', content: first.reply ?? '' },
    ]);
    expect(quoted(next)).toMatch(/^backup-and-upgrade#/);
    expect(next).not.toHaveProperty('suggestions');
    const told = await english.ask('介绍一下“Upgrade”');
    expect(told.reply).toMatch(/^摘自/);
    expect(told.reply).toContain(' › Upgrade》]');
  });

  test('the search box finds them, too, and marks the translated words', async () => {
    const found = await english.search('聊天记录');
    expect(found.slice(0, 3).map(({ title }) => title)).toContain('Chat logs, feedback and privacy');
    expect(found.map(({ snippet }) => snippet).join()).toMatch(/<mark>records?<\/mark>/i);
  });

  test('a keyword that articles have as it was typed comes before its translation', async () => {
    const found = await chinese.search('restore');
    expect(found[0]?.snippet).toMatch(/<mark>restore<\/mark>/i);
    const typed = found.filter(({ snippet }) => /restore/i.test(snippet));
    expect(found.length).toBeGreaterThan(typed.length);
  });

  test.each(['附近的餐馆', '今天天气怎么样', '谁是美国总统', '法国的首都是哪里'])(
    '%s is not answered',
    async (question) => expect((await english.ask(question)).answerState).not.toBe('answered'),
  );

  test.each(['What is the capital of France?', 'best pizza in town', 'who won the world cup'])(
    '%s is not answered',
    async (question) => expect((await chinese.ask(question)).answerState).not.toBe('answered'),
  );
});

describe('ANS40: what no dictionary joins is found by the meaning of words, and is near, not an answer', () => {
  test.each([
    ['Comment faire une sauvegarde ?', 'Backup, restore, upgrade'],
    ['Ich habe das Kennwort des Administrators vergessen', 'Administrator access'],
    ['¿Cómo hago una copia de seguridad?', 'Backup, restore, upgrade'],
  ])('%s', async (question, title) => {
    const { answerState, places = [] } = await english.ask(question);
    expect(answerState).toBe('partial');
    expect(places.map((place) => place.title)).toContain(title);
  });

  test('what is about something else is not', async () => {
    const reply = await english.ask('Combien de temps faut-il cuire un œuf ?');
    expect(reply.answerState).toBe('not_covered');
  });
});
