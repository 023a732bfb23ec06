import { expect, test } from 'vitest';
import { readDialect, type ArticleMetadata } from './generator-dialects.ts';
import { instant } from './dates.ts';
import type { FrontMatter } from '../../../../markup/front-matter.ts';

const read = (path: string, data: FrontMatter = {}, body = 'Text'): ArticleMetadata =>
  readDialect({ path, data, body });
const names = (terms: ArticleMetadata['tags']) => terms.map((term) => term.name);

test('Hexo: nested categories, the part before more, abbrlink', () => {
  const metadata = read(
    'source/_posts/hello.md',
    {
      title: '你好',
      date: '2026-05-01 12:00:00',
      updated: '2026-05-02',
      tags: ['机器学习', 'AI'],
      categories: ['A', ['B', 'C']],
      abbrlink: 'a1b2',
    },
    '开头 **很** 短。\n\n第二段。\n\n<!-- more -->\n\n后面',
  );
  expect(metadata).toMatchObject({
    title: '你好',
    slug: 'a1b2',
    excerpt: '开头 很 短。 第二段。',
    language: 'zh',
    isDraft: false,
  });
  expect(names(metadata.tags)).toEqual(['机器学习', 'AI']);
  expect(names(metadata.categories)).toEqual(['A', 'B', 'C']);
  expect([instant(metadata.publishedAt), instant(metadata.modifiedAt)]).toEqual([
    '2026-05-01T12:00:00.000Z',
    '2026-05-02T00:00:00.000Z',
  ]);
});

test('Hugo: bundles, lastmod, expiry, aliases, summary', () => {
  const metadata = read('content/posts/my-trip/index.md', {
    title: 'My trip',
    date: new Date('2026-05-01'),
    lastmod: '2026-05-03',
    expiryDate: '2027-01-01',
    summary: 'Short.',
    aliases: ['/old/trip/', 'https://elsewhere.example/x'],
  });
  expect(metadata).toMatchObject({ slug: 'my-trip', excerpt: 'Short.', formerPaths: ['/old/trip/'] });
  expect([instant(metadata.modifiedAt), instant(metadata.expiresAt)]).toEqual([
    '2026-05-03T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
  ]);
});

test('Jekyll: date in the name, tags divided by blanks, permalink', () => {
  const metadata = read('_posts/2026-05-01-hello-world.md', {
    tags: 'one two',
    permalink: '/blog/greeting.html',
  });
  expect(metadata).toMatchObject({
    title: 'hello world',
    slug: 'greeting',
    formerPaths: ['/blog/greeting.html'],
  });
  expect(names(metadata.tags)).toEqual(['one', 'two']);
  expect(instant(metadata.publishedAt)).toBe('2026-05-01T00:00:00.000Z');
  expect(read('_posts/2026-05-01-x.md', { last_modified_at: '2026-06-01' }).modifiedAt).toBe(
    Date.UTC(2026, 5, 1),
  );
});

test('VitePress: the title from the first heading, no date', () => {
  const body =
    '<script setup>\nimport x\n</script>\n\n```md\n# not this\n```\n\n# Getting **started** {#start}\n\nText';
  expect(read('guide/getting-started.md', {}, body)).toMatchObject({
    title: 'Getting started',
    publishedAt: undefined,
  });
});

test('tags in one text are divided by commas where there are some', () => {
  expect(names(read('a.md', { tags: 'machine learning, AI，数据' }).tags)).toEqual([
    'machine learning',
    'AI',
    '数据',
  ]);
  expect(names(read('a.md', { tags: ['AI', 'ai', '', 3] }).tags)).toEqual(['AI', '3']);
});

test.each([
  [{ draft: true }],
  [{ draft: 'true' }],
  [{ published: false }],
  [{ publish: false }],
  [{ status: 'draft' }],
  [{ status: 'pending' }],
  [{ draft: 'yes' }],
  [{ draft: 'On' }],
  [{ draft: 1 }],
  [{ Draft: true }],
  [{ published: 'no' }],
  [{ published: 'off' }],
  [{ Published: 'No' }],
  [{ publish: 0 }],
])('%o is a draft', (data) => {
  expect(read('a.md', data).isDraft).toBe(true);
});

test.each([
  [{ visibility: 'private' }],
  [{ visibility: 'limited' }],
  [{ visibility: 'members' }],
  [{ private: true }],
  [{ private: 'yes' }],
  [{ Private: true }],
  [{ status: 'private' }],
  [{ password: 'secret' }],
  [{ password: 1234 }],
])('%o is not for everybody', (data) => {
  expect(read('a.md', data).visibility).toBe('limited');
  expect(read('a.md', { visibility: 'public' }).visibility).toBe('public');
});

test.each([
  ['zh/start.md', {}, 'zh'],
  ['docs/zh-CN/start.md', {}, 'zh'],
  ['en/start.md', { title: '中文' }, 'en'],
  ['en/start.md', { lang: 'zh-Hans' }, 'zh'],
  ['start.zh.md', {}, 'zh'],
  ['start.en-us.md', {}, 'en'],
  ['start.md', { title: '如何接入' }, 'zh'],
  ['start.md', { title: 'How to connect a site' }, 'en'],
  ['start.md', { title: 'Das ist ein Weg und nicht der Weg' }, ''],
])('the language of %s with %o is %s', (path, data, language) => {
  expect(read(path, data, '').language).toBe(language);
});

test('translations share a key', () => {
  const keys = ['zh/guide/start.md', 'en/guide/start.md', 'guide/start.zh.md'].map(
    (path) => read(path).translationKey,
  );
  expect(new Set(keys).size).toBe(1);
  expect(read('en/guide/other.md').translationKey).not.toBe(keys[0]);
});

test('hostile values become harmless text or nothing', () => {
  const metadata = read('a.md', {
    title: `<script>${'x'.repeat(5000)}\u0000\n`,
    tags: { toString: 'x' },
    date: '9'.repeat(400),
    slug: '../../etc/passwd',
    excerpt: ['a'],
    aliases: ['//evil.example', '/ok', 'javascript:alert(1)', '/a:b'],
    categories: Array.from({ length: 500 }, (_, n) => `c${n}`),
  });
  expect(metadata.title.length).toBeLessThanOrEqual(300);
  expect(metadata).toMatchObject({
    slug: 'etcpasswd',
    tags: [],
    excerpt: '',
    publishedAt: undefined,
    formerPaths: ['/ok'],
  });
  expect(metadata.categories).toHaveLength(50);
});
