import { afterEach, expect, test, vi } from 'vitest';
import { createSearchApi } from './search-api.ts';

afterEach(() => void vi.unstubAllGlobals());

test('SR9: a search says in which language its page is', async () => {
  const languages: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: URL, init: RequestInit = {}) => {
    languages.push(new Headers(init.headers).get('accept-language'));
    return Response.json({ source: 'lucene', total: 0, articles: [] });
  });
  const api = createSearchApi(new URL('https://docent.example/'), 'de');
  expect(await api.find('wort', new AbortController().signal)).toEqual([]);
  expect(languages).toEqual(['de']);
});
