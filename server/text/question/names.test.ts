import { describe, expect, it } from 'vitest';
import { asksHowTo, asksWhether } from './predicates.ts';
import { unknownNames } from './names.ts';
import type { StemLanguage } from '../morphology/stem.ts';

describe('ANS18: names that the dictionary does not know', () => {
  it.each([
    ['银环鹬在哪里过冬', ['银环鹬']],
    ['红嘴灰雀鳚主要吃什么', ['红嘴灰雀鳚']],
    ['高压锅可以煮面条吗', []],
    ['怎么退款', []],
    ['where is the hut', []],
  ])('%s', (question, names) => {
    expect(unknownNames(question)).toEqual(names);
  });
});

it.each([
  ['is there a sauna', true],
  ['有没有桑拿', true],
  ['可以带狗吗?', true],
  ['where is the sauna', false],
  ['怎么预约', false],
])('ANS18: %s asks whether: %s', (question, whether) => {
  expect(asksWhether(question)).toBe(whether);
});

it.each<[string, StemLanguage, boolean]>([
  ['gibt es eine sauna?', 'de', true],
  ['was kostet die sauna?', 'de', false],
  ['¿hay sauna?', 'es', true],
  ['есть ли сауна?', 'ru', true],
  ['is there a sauna?', 'de', true],
])('ANS18: %s in %s asks whether: %s', (question, language, whether) => {
  expect(asksWhether(question, language)).toBe(whether);
});

it.each([
  ['How do I see the costs?', true],
  ['怎么看花了多少钱', true],
  ['How much is it?', false],
  ['门票怎么卖', false],
])('ANS13: %s asks how to do something: %s', (question, isHowTo) => {
  expect(asksHowTo(question)).toBe(isHowTo);
});
