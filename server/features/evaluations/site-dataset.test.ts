import { expect, test } from 'vitest';
import { createFakeHost } from '../../../test/fakes/host.ts';
import { createSiteDataset } from './site-dataset.ts';

const collect = async <T>(all: AsyncIterable<T>): Promise<T[]> => Array.fromAsync(all);

test("EV25: the initial dataset of a site asks about its articles' headings", async () => {
  const host = createFakeHost([
    { id: 'bees', title: 'Keeping bees', text: 'x' },
    { id: 'tea', title: '泡茶', text: 'x' },
  ]);
  let reads = 0;
  const dataset = createSiteDataset({
    catalogue: { heads: () => collect(host.heads()) },
    host: {
      article: (id) => {
        reads += 1;
        return host.article(id);
      },
    },
    sections: async ({ id }) =>
      id === 'bees'
        ? [
            { heading: 'Feeding in winter', text: 'Sugar and water, two to one.' },
            { heading: 'How often do bees swarm?', text: 'Once a year.' },
            { heading: 'A third', text: 'left out' },
          ]
        : [{ heading: '水温', text: '八十度。' }],
  });
  const made = await dataset();
  expect(made?.cases.map(({ question, expectedSources }) => [question, ...expectedSources])).toEqual([
    ['What does “Keeping bees” say about “Feeding in winter”?', 'Keeping bees'],
    ['How often do bees swarm?', 'Keeping bees'],
    ['《泡茶》里关于“水温”是怎么说的？', '泡茶'],
    [expect.stringContaining('moon rock')],
  ]);
  expect(made?.cases[0]?.referenceAnswer).toBe('Sugar and water, two to one.');
  await dataset();
  expect(reads).toBe(2);
});

test('EV25: the question that no site answers is in the language of most articles', async () => {
  const host = createFakeHost([{ id: 'tea', title: '泡茶', text: 'x' }]);
  const dataset = createSiteDataset({
    catalogue: { heads: () => collect(host.heads()) },
    host: { article: (id) => host.article(id) },
    sections: async () => [{ heading: '水温', text: '八十度。' }],
  });
  const last = (await dataset())?.cases.at(-1);
  expect(last).toMatchObject({ expectedSources: [], referenceAnswer: '本站没有写到。' });
  expect(last?.question).toContain('月球');
});

test('EV25: a site without articles has none', async () => {
  const dataset = createSiteDataset({
    catalogue: { heads: async () => [] },
    host: { article: async () => undefined },
    sections: async () => [],
  });
  expect(await dataset()).toBeUndefined();
});
