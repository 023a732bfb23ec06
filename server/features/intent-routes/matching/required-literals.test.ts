import { expect, test } from 'vitest';
import { requiredLiterals } from './required-literals.ts';

test.each<readonly [string, readonly (readonly string[])[]]>([
  ['hot', [['hot']]],
  ['HOT|New', [['hot', 'new']]],
  ['热门|最新', [['热门', '最新']]],
  ['ab?cd', [['a'], ['cd']]],
  ['ab+c', [['ab'], ['c']]],
  ['abc*de', [['ab'], ['de']]],
  ['a(bcd)?ef', [['a'], ['ef']]],
  ['a(bcd|xyz)e', [['a'], ['bcd', 'xyz'], ['e']]],
  ['(?:posts?|articles?)', [['post', 'article']]],
  ['docker.{0,20}install', [['docker'], ['install']]],
  ['x{2,3}yz', [['x'], ['yz']]],
  ['x{0,3}', []],
  ['a\\+b', [['a+b']]],
  ['\\bhot\\b', [['hot']]],
  ['[abc]def', [['def']]],
  ['[]a]x', [['x']]],
  ['[[:alpha:]]+yes', [['yes']]],
  ['a|', []],
  ['a|.*', []],
  ['\\d+', []],
  ['\\pLabc', []],
  ['(?i)abc', []],
  ['\\Qa.b\\E', []],
  ['(abc', []],
  ['abc)', []],
  ['straße', [['stra'], ['e']]],
  ['😀?ab', [['ab']]],
  ['a(b|)c', [['a'], ['c']]],
  [
    '(ab|cd).*(ef|g.h)',
    [
      ['ab', 'cd'],
      ['ef', 'g'],
    ],
  ],
  ['', []],
])('IR13: %j requires %j', (pattern, texts) => {
  expect(requiredLiterals(pattern)).toEqual(texts);
});
