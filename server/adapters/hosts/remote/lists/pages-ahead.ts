import { explained } from '../../../../kit/explained.ts';
import { unavailable } from '../../../../kit/fault.ts';

/** Number of pages requested ahead; the client bounds concurrency. */
const ahead = 8;

/** The pages `from` to `to` in order, some of them requested ahead. */
export async function* pagesAhead<T>(
  from: number,
  to: number,
  read: (page: number) => Promise<T>,
): AsyncGenerator<T> {
  const begun: Promise<T>[] = [];
  for (let page = from; page <= to || begun.length > 0;) {
    while (page <= to && begun.length < ahead) {
      const reading = read(page++);
      // The error is thrown when this page is yielded; an earlier error ends the loop first.
      reading.catch(() => undefined);
      begun.push(reading);
    }
    const next = begun.shift();
    if (next) yield await next;
  }
}

/** The first page, which gives the number of pages, and the others. */
export async function* withFirst<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}

/** What a list may be at most. */
interface Bounds {
  /** Entries; a list with more is refused. */
  readonly entries: number;
  /** Pages in a row that bring nothing; more of them end the list. */
  readonly fruitless: number;
}

/** Of a list whose site does not tell how long it is: the heads of so many articles are some hundred megabytes. */
const unnamed: Bounds = { entries: 100_000, fruitless: 20 };

/** Of a list whose site names the number of its pages: a plugin may hide the articles of many in a row, and those behind them are there. */
export const named: Bounds = { entries: 5_000_000, fruitless: 50_000 };

/** Of a list whose site names the number of its entries, and page by page whether there is another. */
export const counted: Bounds = { ...named, fruitless: unnamed.fruitless };

/**
 * The pages of a list for as long as they bring something. Many in a row that bring nothing end it, whatever number of pages the
 * site names. Throws `unavailable` where a page has nothing but what was there before, as behind a cache that ignores the
 * query: such a list may have no end. So may one that invents new entries; it is refused at the most that can be read.
 *
 * @param idsOf - what tells the entries of a page apart
 */
export async function* growing<T>(
  pages: AsyncIterable<T>,
  idsOf: (page: T) => readonly unknown[],
  most: Bounds = unnamed,
): AsyncGenerator<T> {
  const seen = new Set<unknown>();
  let fruitless = 0;
  for await (const page of pages) {
    const ids = idsOf(page);
    const isFruitless = ids.every((id) => seen.has(id));
    fruitless = isFruitless ? fruitless + 1 : 0;
    if (fruitless > most.fruitless) return;
    // A single one may have moved here from the page before.
    if (isFruitless && ids.length > 1) throw unavailable(explained('site_list_repeats'));
    for (const id of ids) seen.add(id);
    if (seen.size > most.entries) throw unavailable(explained('site_list_endless', { count: most.entries }));
    yield page;
  }
}
