import { afterEach, expect, test, vi } from 'vitest';
import { partsFrom, siteParts } from './site-parts.ts';

afterEach(() => void vi.unstubAllGlobals());

const linux = { scope: 'tag:linux', kind: 'tag', name: 'Linux', articles: 7 };

test('SCP6: parts of one article, and what is no part, are not offered', () => {
  const others = [{ ...linux, articles: 1 }, { ...linux, scope: 7 }, { ...linux, name: ' ' }, null, 'tag:x'];
  expect(partsFrom({ total: 9, scopes: [linux, ...others] })).toEqual([linux]);
  for (const broken of [undefined, null, [], 'x', { scopes: {} }]) expect(partsFrom(broken)).toEqual([]);
});

test('SCP6: a single source beside parts of one article is not offered, two are', () => {
  const source = (name: string, articles: number) => ({
    scope: `source:${name}`,
    kind: 'source',
    name,
    articles,
  });
  const site = source('site', 23);
  const names = (...scopes: object[]) => partsFrom({ total: 24, scopes }).map(({ name }) => name);
  expect(names(site, source('house', 1), linux)).toEqual(['Linux']);
  expect(names(site, source('house', 2), linux)).toEqual(['site', 'house', 'Linux']);
});

test('SCP6: a list that cannot be had is none', async () => {
  const base = new URL('https://docent.example/');
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  expect(await siteParts(base, 'en')).toBeUndefined();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await siteParts(base, 'en')).toBeUndefined();
  vi.stubGlobal('fetch', async () => Response.json({ total: 9, scopes: [linux] }));
  expect(await siteParts(base, 'en')).toEqual([linux]);
});
