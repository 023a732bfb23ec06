import { expect, test } from 'vitest';
import type { TaskBlock } from '../../ports/models.ts';
import { filled } from '../../../contract/widget/filled.ts';
import { createWelcomeQuestions, type ArticleTitle } from './welcome-questions.ts';

const article = (id: string, title: string, visits: number): ArticleTitle => ({
  id,
  title,
  visits,
  modifiedAt: '2026-01-01T00:00:00Z',
});

const block = (heading: string): TaskBlock => ({
  kind: 'paragraph',
  markdown: 'Text.',
  headingPath: [heading],
  anchor: '',
});

function questionsOf(site: readonly { readonly title: string; readonly headings: readonly string[] }[]) {
  const articles = site.map(({ title }, at) => article(`${at}`, title, site.length - at));
  const blocks = new Map(site.map(({ headings }, at) => [`${at}`, headings.map(block)]));
  const questions = createWelcomeQuestions({
    articles: async () => articles,
    blocks: async (ids) => new Map(ids.map((id) => [id, blocks.get(id) ?? []])),
    now: () => 0,
  });
  return questions;
}

test('PROD3: questions that the headings ask come before articles to be told about', async () => {
  const questions = questionsOf([
    { title: 'Opening hours', headings: ['Monday to Friday'] },
    { title: 'Prices', headings: ['What does a day with a bike cost?'] },
    {
      title: 'The workshop and you',
      headings: ['Do you rent electric bikes?', 'Can I bring the bike back late?'],
    },
    { title: 'The workshop', headings: ['How long does a repair take?'] },
  ]);
  expect(await questions('en')).toEqual([
    'What does a day with a bike cost?',
    'Do you rent electric bikes?',
    'How long does a repair take?',
    'Can I bring the bike back late?',
  ]);
});

test('PROD3: a page of frequently asked questions comes first', async () => {
  const questions = questionsOf([
    { title: 'Prices', headings: ['What does a day with a bike cost?'] },
    { title: 'The workshop', headings: ['How long does a repair take?'] },
    {
      title: 'FAQ',
      headings: ['Do you rent electric bikes?', 'Can I bring the bike back late?', 'Must I wear a helmet?'],
    },
  ]);
  expect(await questions('en')).toEqual([
    'Do you rent electric bikes?',
    'Can I bring the bike back late?',
    'Must I wear a helmet?',
    'What does a day with a bike cost?',
  ]);
});

test('PROD3: a heading that needs its article to be understood is not asked', async () => {
  const questions = questionsOf([
    { title: 'Usage and failures', headings: ['Why does it fail?'] },
    { title: 'Settings', headings: ['Which pages may ask: ALLOWED_ORIGINS'] },
    { title: 'Costs', headings: ['What does the machine cost?'] },
  ]);
  expect(await questions('en')).toEqual([
    'What does the machine cost?',
    'Tell me about “Usage and failures”',
    'Tell me about “Settings”',
  ]);
});

test('a filled Chinese text has a space between characters and Latin letters', () => {
  expect(filled('我根据{site}的文章回答问题。', { site: 'Docent 手册' })).toBe(
    '我根据 Docent 手册的文章回答问题。',
  );
  expect(filled('我是{site}的助手', { site: '茶馆 2' })).toBe('我是茶馆 2 的助手');
  expect(filled('I answer from {site}, {unknown}.', { site: 'Tea' })).toBe('I answer from Tea, {unknown}.');
});

test('PROD3: two articles in the language of the page are enough when they ask enough', async () => {
  const questions = questionsOf([
    { title: 'Prices', headings: ['What does a day with a bike cost?'] },
    { title: 'The workshop', headings: ['How long does a repair take?', 'Do you rent electric bikes?'] },
    { title: '在家泡好一壶乌龙茶', headings: ['乌龙茶用多少度的水泡？', '盖碗烫手怎么办？'] },
    { title: '手擀面的比例和步骤', headings: ['面团要醒多久？'] },
    { title: 'Opening hours', headings: ['Can I bring the bike back late?'] },
  ]);
  expect(await questions('zh-CN')).toEqual(['乌龙茶用多少度的水泡？', '面团要醒多久？', '盖碗烫手怎么办？']);
  expect(await questions('ko')).toContain('How long does a repair take?');
});
