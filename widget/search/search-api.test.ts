import { afterEach, expect, test, vi } from 'vitest';
import { createSearchApi, findingFrom } from './search-api.ts';

afterEach(() => void vi.unstubAllGlobals());

test('SR9: a search says in which language its page is', async () => {
  const languages: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: URL, init: RequestInit = {}) => {
    languages.push(new Headers(init.headers).get('accept-language'));
    return Response.json({ source: 'lucene', total: 0, articles: [] });
  });
  const api = createSearchApi(new URL('https://docent.example/'), 'de');
  expect(await api.find('wort', '', new AbortController().signal)).toEqual([]);
  expect(languages).toEqual(['de']);
});

test('SCP5: a search of a page that names a part of the site is of that part', async () => {
  const asked: string[] = [];
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => 'path:/docs/' }) });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url).searchParams.get('scope') ?? '');
    return Response.json({ source: 'lucene', total: 0, articles: [] });
  });
  const api = createSearchApi(new URL('https://docent.example/'), 'en');
  await api.find('word', 'tag:linux', new AbortController().signal);
  vi.stubGlobal('document', { querySelector: () => null });
  await api.find('word', 'tag:linux', new AbortController().signal);
  expect(asked).toEqual(['path:/docs/', 'tag:linux']);
});

test.each([
  ['20', 20],
  [undefined, 30],
  ['soon', 30],
  ['999999', 3600],
])('SR10: a refusal with Retry-After %s is a wait of %i seconds', async (retryAfter, waitSeconds) => {
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  vi.stubGlobal('fetch', async () => Response.json({ error: 'used up' }, { status: 429, headers }));
  const api = createSearchApi(new URL('https://docent.example/'), 'en');
  expect(await api.find('word', '', new AbortController().signal)).toEqual({ waitSeconds });
});

test('RUN1: while the site is read for the first time the service says so, and is asked again', async () => {
  const reply = { total: 0, articles: [], source: 'error', error: 'Being read', code: 'INDEXING' };
  const api = createSearchApi(new URL('https://docent.example/'), 'en');
  const find = () => api.find('word', '', new AbortController().signal);
  vi.stubGlobal('fetch', async () => Response.json(reply, { headers: { 'retry-after': '15' } }));
  expect(await find()).toEqual({ waitSeconds: 15, said: 'Being read' });
  vi.stubGlobal('fetch', async () => Response.json(reply));
  expect(await find()).toBe('failed');
});

test('SRC2: a found article keeps the name of its source', () => {
  const article = {
    postId: 's1~a',
    title: 'Gates',
    url: 'https://docs.example.org/gates',
    snippet: 'A gate',
  };
  const found = findingFrom({ source: 'lucene', articles: [{ ...article, source: 'Guide' }, article] });
  expect(found).toMatchObject([{ ...article, source: 'Guide' }, article]);
});
