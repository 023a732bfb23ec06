import { describe, expect, test } from 'vitest';
import { ownLanguageFirst } from './own-language-first.ts';

const titles: Readonly<Record<string, string>> = {
  en: 'Connecting WordPress',
  zh: '接入 WordPress',
  faq: 'Frequently asked questions',
  weak: 'A word on the side',
};
const hits = [
  { articleId: 'zh', score: 1 },
  { articleId: 'en', score: 0.98 },
  { articleId: 'faq', score: 0.63 },
  { articleId: 'weak', score: 0.2 },
];
const order = (language: string | undefined, keyword = 'wordpress') =>
  ownLanguageFirst(hits, (id) => titles[id] ?? '', { keyword, language }).map(({ articleId }) => articleId);

describe('SR9: results in the language of the page come first', () => {
  test('of two that fit alike the one that the reader can read', () => {
    expect(order('en')).toEqual(['en', 'faq', 'zh', 'weak']);
    expect(order('zh-CN')).toEqual(['zh', 'en', 'faq', 'weak']);
  });

  test('a keyword in Chinese letters wants Chinese articles on any page', () => {
    expect(order('en', '接入')).toEqual(['zh', 'en', 'faq', 'weak']);
  });

  test('without a language, and where the site has none for it, the order is that of the index', () => {
    expect(order(undefined)).toEqual(['zh', 'en', 'faq', 'weak']);
    expect(order('ko')).toEqual(['zh', 'en', 'faq', 'weak']);
  });

  test('scores fall from the first to the last', () => {
    const scores = ownLanguageFirst(hits, (id) => titles[id] ?? '', { keyword: 'wordpress', language: 'en' });
    expect(scores.map(({ score }) => score)).toEqual([0.98, 0.63, 0.6, 0.2]);
  });
});
