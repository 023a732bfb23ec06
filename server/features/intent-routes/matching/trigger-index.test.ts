import { expect, test } from 'vitest';
import { questionVariants } from './normalize-question.ts';
import { createTrigger } from './trigger.ts';
import { createTriggerIndex } from './trigger-index.ts';

const routes = [
  ['docker (articles|posts)', 'kubernetes'],
  ['热门|最热'],
  ['\\d{4}'],
  ['new.{0,9}posts?', 'ab?c'],
  ['热'],
  ['.*'],
].map((triggerPatterns, index) => ({ name: index, triggerPatterns }));

test.each([
  'the Docker posts',
  'Docker post',
  'KUBERNETES?',
  '最热的文章',
  '熱',
  'in 2026',
  'in 12026',
  'new shiny post',
  'renewed posts',
  'ac',
  'abc',
  'nothing',
  '',
  'ＤＯＣＫＥＲ ｐｏｓｔｓ',
])('IR13: the first route whose pattern occurs in %j is found, as if each were tried in turn', (question) => {
  for (const some of [routes, routes.slice(0, -1), routes.toReversed()]) {
    const inTurn = some.find(({ triggerPatterns }) =>
      triggerPatterns.some((pattern) => questionVariants(question).some(createTrigger(pattern))),
    );
    expect(createTriggerIndex(some)(question)).toBe(inTurn);
  }
});
