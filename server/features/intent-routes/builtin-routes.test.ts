import { describe, expect, test } from 'vitest';
import { builtinRoutes, nameFor } from './builtin-routes.ts';
import { createTriggerIndex } from './matching/trigger-index.ts';

const first = createTriggerIndex(builtinRoutes);

const asked = {
  'builtin-latest-posts': [
    '最新',
    '最近更新了哪些文章',
    '站点最近有什么更新',
    '有没有新内容',
    '近期文章',
    '最新的 Docker 教程',
    'new',
    'Show me the latest',
    'What is new?',
    'any new articles on Docker?',
    'recent posts',
    'What did you publish recently?',
  ],
  'builtin-hot-articles': [
    '热门',
    '推荐几篇文章',
    '推荐一下热门内容',
    '哪些文章最受欢迎',
    '阅读量最高的文章',
    'hot',
    'trending',
    'What are your most popular posts?',
    'top 10 articles',
    'recommend me some articles',
  ],
  'builtin-by-tag': [
    'Docker 标签',
    '标签 Docker',
    '标签为 Docker 的文章',
    'tag docker',
    'posts tagged Docker',
  ],
  'builtin-by-category': [
    '技术分类',
    '分类：生活',
    '生活分类下的文章',
    'category travel',
    'articles in the category Guides',
  ],
};

describe('IR18: a built-in route is asked for by', () => {
  test.each(Object.entries(asked).flatMap(([id, questions]) => questions.map((question) => [question, id])))(
    '%s: %s',
    (question, id) => {
      expect(first(question)?.id).toBe(id);
    },
  );
});

test.each([
  '最新版本是多少',
  '最近的备份在哪里',
  '新用户怎么注册',
  '热水器怎么用',
  '怎样给图片加标签',
  '给龙井茶分类有什么好处',
  'What is the latest version?',
  "What's new in Docker 27?",
  'Does it work with the new API?',
  'Is it too hot to brew coffee?',
  'a photo of the hotel',
  'Which popular databases are supported?',
  'How do I tag a Docker image?',
  'Which stage comes after the category is created?',
])('IR13: %s asks for no list', (question) => {
  expect(first(question)).toBeUndefined();
});

test('IR18: a shipped name follows the language of the question, one that was given does not', () => {
  const [shipped] = builtinRoutes.filter(({ id }) => id === 'builtin-hot-articles');
  if (!shipped) throw new Error('There is none');
  expect([nameFor(shipped, 'zh'), nameFor(shipped, 'en')]).toEqual(['热门文章', 'Popular articles']);
  expect(nameFor({ ...shipped, displayName: '热门文章' }, 'en')).toBe('Popular articles');
  expect(nameFor({ ...shipped, displayName: 'Our best' }, 'zh')).toBe('Our best');
});
