import { expect, test } from 'vitest';
import { isAboutNew, newerFirst } from './recency.ts';

test('PROD13: a question about recent articles is recognized by its words', () => {
  for (const question of [
    '最近更新了什么？',
    "What's new in the editor?",
    'latest release notes',
    'Was ist die neueste Version?',
  ])
    expect(isAboutNew(question)).toBe(true);
  for (const question of ['如何备份？', 'How do I renew a passport?', 'Where is the newsroom?'])
    expect(isAboutNew(question)).toBe(false);
});

test('PROD13: of similar scores the newer article comes first; a clearly better one stays above', () => {
  const item = (date: string, score: number) => ({ date, score });
  const dateOf = ({ date }: { readonly date: string }) => date;
  const order = newerFirst(
    [item('2024-01-01', 0.6), item('2026-01-01', 0.55), item('2025-01-01', 0.9), item('', 0.58)],
    dateOf,
  );
  expect(order.map(dateOf)).toEqual(['2025-01-01', '2026-01-01', '2024-01-01', '']);
});
