import { expect, test } from 'vitest';
import { counted, growing, named, pagesAhead } from './pages-ahead.ts';
import { createReadAhead } from './read-ahead.ts';

test('pages come in their order, a bounded number of them read ahead', async () => {
  let open = 0;
  let widest = 0;
  const pages = pagesAhead(2, 40, async (page) => {
    widest = Math.max(widest, ++open);
    await Promise.resolve();
    open--;
    return page;
  });
  expect(await Array.fromAsync(pages)).toEqual(Array.from({ length: 39 }, (_, index) => index + 2));
  expect(widest).toBeGreaterThan(1);
  expect(widest).toBeLessThanOrEqual(8);
  expect(await Array.fromAsync(pagesAhead(2, 1, async (page) => page))).toEqual([]);
});

test('a failing page ends the iteration there, and no rejection stays unhandled', async () => {
  const pages = pagesAhead(1, 20, async (page) => {
    if (page > 2) throw new Error(`page ${page}`);
    return page;
  });
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const page of pages) seen.push(page);
    })(),
  ).rejects.toThrow('page 3');
  expect(seen).toEqual([1, 2]);
});

/** Pages without an end, each with the numbers that `idsOn` gives. */
async function* endless(idsOn: (page: number) => readonly number[]) {
  for (let page = 1; ; page += 1) yield idsOn(page);
}
const read = (pages: AsyncIterable<readonly number[]>) =>
  Array.fromAsync(growing(pages, (page) => page)).then((all) => all.flat());

test('LIN3: a list that sends one page over and over is refused, also after others', async () => {
  await expect(read(endless(() => [1, 2, 3]))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('same articles'),
  });
  await expect(read(endless((page) => (page > 3 ? [3, 1] : [page, -page])))).rejects.toThrow('same articles');
});

test('LIN3: a list that invents new articles for ever is refused at the most that is read', async () => {
  const largePage = (page: number) => Array.from({ length: 1_000 }, (_, nth) => 1_000 * page + nth);
  await expect(read(endless(largePage))).rejects.toMatchObject({
    code: 'unavailable',
    explanation: { code: 'site_list_endless', params: { count: '100000' } },
  });
});

test('LIN3: a list that goes on with empty pages ends', async () => {
  expect(await read(endless((page) => (page > 2 ? [] : [page])))).toEqual([1, 2]);
  expect(await read(endless((page) => (page === 5 ? [5] : [])))).toEqual([5]);
});

test('LIN3: of a list whose length is named empty pages end nothing, and more articles are read', async () => {
  async function* hidden() {
    yield* [[1], ...Array.from({ length: 200 }, () => []), [2]];
  }
  expect((await Array.fromAsync(growing(hidden(), (page) => page, named))).flat()).toEqual([1, 2]);
  async function* long() {
    for (let page = 0; page < 101; page += 1)
      yield Array.from({ length: 1_000 }, (_, nth) => 1_000 * page + nth);
  }
  expect((await Array.fromAsync(growing(long(), (page) => page, counted))).length).toBe(101);
});

test('LIN3: a list that sends one article over and over ends', async () => {
  expect(new Set(await read(endless((page) => [Math.min(page, 3)])))).toEqual(new Set([1, 2, 3]));
});

test('an article that has moved to the next page, and pages whose articles are hidden, are no repetition', async () => {
  const pages = [[1, 2], [], [3, 4], [4], [4, 5]];
  expect(
    await read(
      (async function* () {
        yield* pages;
      })(),
    ),
  ).toEqual([1, 2, 3, 4, 4, 4, 5]);
});

test('sequential reads get neighbours with one request, the next batch meanwhile, and each article only once', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => `a${index}`);
  const asked: string[][] = [];
  const ahead = createReadAhead({
    order: () => ids,
    batch: 10,
    read: async (wanted) => {
      asked.push([...wanted]);
      return new Map(wanted.map((id) => [id, id.toUpperCase()]));
    },
  });
  for (const id of ids) expect(await ahead.get(id)).toBe(id.toUpperCase());
  expect(asked.flat().toSorted()).toEqual(ids.toSorted());
  expect(asked.length).toBeLessThanOrEqual(12);
  // A single missing article is requested alone.
  asked.length = 0;
  await ahead.get('a50');
  expect(asked).toEqual([['a50']]);
});

test('an article that could not be read ahead is requested again when it is read', async () => {
  const ids = ['a', 'b', 'c', 'd'];
  let broken = true;
  const ahead = createReadAhead({
    order: () => ids,
    batch: 2,
    read: async (wanted) => {
      if (broken && wanted.length > 1) throw new Error('away');
      return new Map(wanted.map((id) => [id, id]));
    },
  });
  expect(await ahead.get('a')).toBe('a');
  expect(await ahead.get('b')).toBe('b');
  broken = false;
  expect(await ahead.get('c')).toBe('c');
});
