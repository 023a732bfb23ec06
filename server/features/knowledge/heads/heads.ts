import type { HeadLike, HeadPage, HeadQuery, ToldHead } from '../store/head-lists.ts';
import type { IndexedArticle } from '../store.ts';

/**
 * The heads of all articles that the index and the site have: in the memory of this process, or in the database beside a search engine.
 * Calls reject with the Fault `unavailable` where the database is needed and away.
 */
export interface Heads {
  /** Number of articles; of those in the database, as it was some time ago. */
  readonly size: number;
  /** The heads of these articles at least; those that are gone are missing. */
  of(ids: readonly string[]): Promise<ReadonlyMap<string, IndexedArticle>>;
  /** The article of a page by its path, as `pagePath` gives it. */
  at(path: string): Promise<IndexedArticle | undefined>;
  /** Articles that stand for the site: all of them in memory, or else some thousand that are the most visited or the latest; in an outage of the database the last known ones. */
  leading(): Promise<Iterable<IndexedArticle>>;
  /** Titles of all articles; none where there are more than `most`. */
  titles(most: number): Promise<ReadonlyMap<string, TitledHead>>;
  /** Where articles belong, all or such as `like` leaves; a part at a time. */
  told(like?: readonly HeadLike[]): AsyncIterable<readonly ToldHead[]>;
  /** A page of the list for the console. */
  page(query: HeadQuery): Promise<HeadPage>;
  /** All heads, where they are in memory. */
  readonly inMemory: ReadonlyMap<string, IndexedArticle> | undefined;
}

export type TitledHead = Pick<IndexedArticle, 'id' | 'title'>;
