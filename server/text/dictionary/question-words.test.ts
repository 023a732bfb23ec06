import { expect, it } from 'vitest';
import { questionWords } from './question-words.ts';

it.each([
  ['一张票多少钱', 'en', 'how much does cost'],
  ['签证要多久', 'en', 'how long'],
  ['几点关门', 'en', 'what time'],
  ['怎么备份', 'en', 'how to'],
  ['how much does a ticket cost', 'zh', '多少钱'],
  ['how long does it take', 'zh', '多久'],
  ['where is the office', 'zh', '哪里'],
  ['backups', 'zh', ''],
] as const)('LANG3: how %s asks is said in the other language', (question, to, words) => {
  const asked = questionWords(question, to);
  expect(asked.words).toBe(words);
  expect(asked.rest === question).toBe(words === '');
});
