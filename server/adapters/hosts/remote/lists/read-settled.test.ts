import { expect, test } from 'vitest';
import type { Article } from '../../../../ports/host.ts';
import { readSettled } from './read-settled.ts';

const edited = '2026-01-01T00:00:10.000Z';

const article = (text: string): Article => ({
  id: 'post-1',
  revision: 'r',
  title: 'One',
  url: '/one',
  tags: [],
  categories: [],
  publishedAt: edited,
  createdAt: edited,
  modifiedAt: edited,
  visits: null,
  excerpt: '',
  excerptIsManual: false,
  visibility: 'public',
  body: { format: 'html', text },
});

/** A platform that returns the given texts in turn, with the time of each response. */
const platformOf = (answers: readonly (readonly [text: string, answeredAt: string])[]) => {
  let asked = 0;
  return {
    read: async () => {
      const [text, answeredAt] = answers[Math.min(asked++, answers.length - 1)] ?? ['', ''];
      return { articles: new Map([['post-1', article(text)]]), answeredAt };
    },
    asked: () => asked,
  };
};

test.each([
  ['in the second of the edit', 'Thu, 01 Jan 2026 00:00:10 GMT'],
  ['in the one behind it', 'Thu, 01 Jan 2026 00:00:11 GMT'],
])('HOST11: a text that is read %s is read again when another edit can bear no such date', async (_, at) => {
  const platform = platformOf([
    ['first edit', at],
    ['second edit', 'Thu, 01 Jan 2026 00:00:12 GMT'],
  ]);
  const begunAt = performance.now();
  const found = await readSettled(platform.read, undefined);
  expect(found.get('post-1')?.body.text).toBe('second edit');
  expect(performance.now() - begunAt).toBeGreaterThan(900);
});

test.each([
  ['long after its edit', 'Thu, 01 Jan 2026 00:00:12 GMT'],
  ['before a date in the future', 'Thu, 01 Jan 2026 00:00:09 GMT'],
  ['from a platform that tells no time', ''],
])('a text that is read %s is read once', async (_, at) => {
  const platform = platformOf([['text', at]]);
  expect((await readSettled(platform.read, undefined)).get('post-1')?.body.text).toBe('text');
  expect(platform.asked()).toBe(1);
});

test('an aborted caller does not wait', async () => {
  const leaving = new AbortController();
  const platform = platformOf([['text', 'Thu, 01 Jan 2026 00:00:10 GMT']]);
  const reading = readSettled(platform.read, leaving.signal);
  leaving.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});
