import { expect, test } from 'vitest';
import { addressFor, relatedIn } from './related.ts';

const base = new URL('https://docent.example/below/');
const placeWith = (attributes: Readonly<Record<string, string>>) =>
  ({ getAttribute: (name: string) => attributes[name] ?? null }) as unknown as Element;

test('WG60: a place asks for the article that it names, otherwise for the one of its page', () => {
  const page = 'https://birds.example/owls?utm=1';
  expect(addressFor(base, placeWith({ 'data-docent-related': '' }), page)).toBe(
    `https://docent.example/below/apis/api.ai-suite.svc.run/v1alpha1/related?page=${encodeURIComponent(page)}&size=3`,
  );
  const named = new URL(
    addressFor(base, placeWith({ 'data-docent-related': ' post-7 ', 'data-count': '99' }), page),
  );
  expect(Object.fromEntries(named.searchParams)).toEqual({ postName: 'post-7', size: '10' });
  for (const count of ['', 'many', '0', '-3'])
    expect(
      Number(new URL(addressFor(base, placeWith({ 'data-count': count }), page)).searchParams.get('size')),
    ).toBeGreaterThanOrEqual(1);
});

test('WG60: links lead to pages of the web alone', () => {
  const articles = [
    { title: ' Herons ', url: '/herons' },
    { title: 'Swifts', url: 'https://other.example/swifts', source: ' The docs ' },
    { title: 'Script', url: 'javascript:alert(1)' },
    { title: '', url: '/untitled' },
    { title: 'No page', url: '' },
    'odd',
  ];
  expect(relatedIn({ articles }, 'https://birds.example')).toEqual([
    { title: 'Herons', href: 'https://birds.example/herons' },
    { title: 'Swifts · The docs', href: 'https://other.example/swifts' },
  ]);
  for (const odd of [null, 'x', {}, { articles: {} }])
    expect(relatedIn(odd, 'https://birds.example')).toEqual([]);
});
