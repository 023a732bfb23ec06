import { inEnglish } from '../../../../kit/explained.ts';
import { expect, test } from 'vitest';
import { readArticle } from './article.ts';
import { atOnce } from '../../../../work/schedule/steps.ts';
import { catalogueOf } from '../catalogue.ts';
import { createResolver } from './links.ts';

const source = (path: string, head = '') => {
  const file = { path, size: 1, modifiedAt: 0, createdAt: 0, stamp: '1' };
  const result = readArticle(file, Buffer.from(`---\n${head}\n---\nText`));
  if ('problem' in result) throw new Error(inEnglish(result.problem.reason));
  return result.article;
};

const articles = [
  source('zh/guide/start.md'),
  source('zh/other page.md'),
  source('zh/deep/index.md'),
  source('zh/secret.md', 'private: true'),
  source('moved.md', 'permalink: /2020/moved.html'),
];
const catalogue = atOnce(catalogueOf(articles, 0));
const start = catalogue.byPath.get('zh/guide/start.md');
if (!start) throw new Error('no article');
const media = new Set(['zh/guide/a b.png', 'zh/图.svg', 'images/x.png']);
const resolve = createResolver(start, { catalogue, hasMedia: (path) => media.has(path) });

test.each([
  ['../other%20page.md', '/archives/other-page'],
  ['../other page.md#Part', '/archives/other-page#Part'],
  ['../deep/', '/archives/deep'],
  ['../deep/index.html?x=1#a', '/archives/deep#a'],
  ['start', '/archives/start'],
  ['Other%20Page#part', '/archives/other-page#part'],
  ['/zh/other page.md', '/archives/other-page'],
  ['/2020/moved.html', '/archives/moved'],
  ['a%20b.png', '/media/zh/guide/a%20b.png'],
  ['./a b.png', '/media/zh/guide/a%20b.png'],
  ['../图.svg', '/media/zh/%E5%9B%BE.svg'],
  ['/images/x.png', '/media/images/x.png'],
  ['#part', '#part'],
  ['/archives/start', '/archives/start'],
  ['https://a.example/x?y#z', 'https://a.example/x?y#z'],
  ['//a.example/x', 'https://a.example/x'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
])('%s leads to %s', (address, expected) => {
  expect(resolve(address)).toBe(expected);
});

test.each([
  '',
  'missing.md',
  'missing.png',
  '../secret.md',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc/passwd',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  '\\\\evil.example\\x',
  '%E0%A4%A',
])('%j leads nowhere', (address) => {
  expect(resolve(address)).toBeUndefined();
});
