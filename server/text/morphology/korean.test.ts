import { expect, it } from 'vitest';
import { contentTerms } from '../text.ts';
import { cutKorean } from './korean.ts';

it.each([
  ['텐트는', '텐트', '는'],
  ['야영장에서는', '야영장', '에서는'],
  ['설치하나요', '설치', '하나요'],
  ['예약은', '예약', '은'],
  ['강아지도', '강아지', '도'],
])('ANS16: %s is cut into %s and %s', (word, beginning, ending) => {
  expect(cutKorean(word)).toEqual([beginning, ending]);
});

it.each(['고기', '나이', '어떻게', '텐트', '비'])('ANS16: %s stays whole', (word) => {
  expect(cutKorean(word)).toEqual([word]);
});

it('ANS16: a Korean or Japanese question is about its content words', () => {
  expect(contentTerms('텐트는 어떻게 설치하나요?')).toEqual(['텐트', '설치']);
  expect(contentTerms('電子レンジは使えますか')).toContain('レンジ');
  expect(contentTerms('どこですか')).toEqual([]);
});
