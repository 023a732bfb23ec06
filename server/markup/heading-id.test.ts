import { expect, test } from 'vitest';
import { createHeadingIds, headingSlug } from './heading-id.ts';

test.each([
  ['Getting Started', 'getting-started'],
  ['What does it cost? (2026)', 'what-does-it-cost-2026'],
  ['怎么接入 WordPress？', '怎么接入-wordpress'],
  ['第一节：概述', '第一节概述'],
  ['snake_case & C++', 'snake_case-c'],
  ['Ångström — über', 'ångström-über'],
  ['???', ''],
])('%s becomes %s', (heading, id) => {
  expect(headingSlug(heading)).toBe(id);
});

test('repeated headings stay apart, also from headings that look like a repeat', () => {
  const name = createHeadingIds();
  expect(['Setup', 'Setup-1', 'Setup', 'setup!', '!!!', '???'].map((heading) => name(heading).id)).toEqual([
    'setup',
    'setup-1',
    'setup-2',
    'setup-3',
    'section',
    'section-1',
  ]);
});

test('an id of the author wins and leaves the text', () => {
  const name = createHeadingIds();
  expect(name('Costs and limits {#costs}')).toEqual({ text: 'Costs and limits', id: 'costs' });
  expect(name('Costs')).toEqual({ text: 'Costs', id: 'costs-1' });
  expect(name('Braces {# not an id}').text).toBe('Braces {# not an id}');
});

test('an id is never longer than a fragment should be, nor half a character', () => {
  expect(headingSlug('𠮷'.repeat(200)).length).toBeLessThanOrEqual(80);
  expect(headingSlug(`a${'𠮷'.repeat(200)}`).isWellFormed()).toBe(true);
});

test('ten thousand equal headings are named quickly', () => {
  const name = createHeadingIds();
  const ids = Array.from({ length: 10_000 }, () => name('Same').id);
  expect(new Set(ids).size).toBe(10_000);
});
