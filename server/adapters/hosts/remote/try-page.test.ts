import { expect, test } from 'vitest';
import { createTryPages } from './try-page.ts';

const pages = createTryPages({
  site: async () => ({
    title: 'Tea <shop>',
    url: 'https://tea.example/',
    articles: [{ title: 'How to brew & pour', url: '/brew' }],
  }),
  siteOrigin: () => 'https://tea.example',
  isKnown: async (path) => path === '/brew' || path === '/%E8%8C%B6',
});

test('HOST3: the front page lets the site be tried, in both languages, without trusting its titles', async () => {
  const page = await pages('/', { language: 'en' });
  expect(page).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8' });
  expect(page?.body).toContain('<docent-chat inline>');
  expect(page?.body).toContain('Ask Tea &#60;shop&#62;');
  expect(page?.body).toContain('href="/brew"');
  expect((await pages('/', { language: 'zh-CN' }))?.body).toContain('已读取 1 篇文章');
});

test('HOST3: addresses of articles lead on to the site, others are missing', async () => {
  expect(await pages('/brew', { language: 'en' })).toMatchObject({
    status: 302,
    location: 'https://tea.example/brew',
  });
  expect(await pages('/茶', { language: 'en' })).toMatchObject({ location: 'https://tea.example/%E8%8C%B6' });
  expect(await pages('/unknown', { language: 'en' })).toBeUndefined();
});
