import { cosine, type WordTable } from '../../../../text/word-vectors/word-table.ts';

interface Titled {
  readonly id: string;
  readonly title: string;
}

export interface NearTitle {
  readonly id: string;
  /** Cosine of the title and what was asked. */
  readonly near: number;
}

/**
 * The titles of a site's articles by how near they are to what was asked. A vector is made once for each title and kept with a byte a
 * number, 0.4 KB an article; a site with more than `MOST_TITLES` has none, since each question would pass over all of them.
 */
export function createTitleVectors(): (
  table: WordTable,
  asked: Float32Array,
  articles: ReadonlyMap<string, Titled>,
  yieldIfDue: () => Promise<void>,
) => Promise<readonly NearTitle[]> {
  const kept = new Map<string, { readonly title: string; readonly vector: Int8Array }>();
  const vectorOf = (table: WordTable, { id, title }: Titled): Int8Array => {
    const known = kept.get(id);
    if (known?.title === title) return known.vector;
    const vector = Int8Array.from(table.embed(title), (value) => Math.round(value * UNIT));
    kept.set(id, { title, vector });
    return vector;
  };
  return async (table, asked, articles, yieldIfDue) => {
    if (articles.size > MOST_TITLES) return [];
    const found: NearTitle[] = [];
    for (const article of articles.values()) {
      found.push({ id: article.id, near: cosine(asked, vectorOf(table, article)) / UNIT });
      await yieldIfDue();
    }
    if (kept.size > articles.size) for (const id of kept.keys()) if (!articles.has(id)) kept.delete(id);
    return found.toSorted((a, b) => b.near - a.near);
  };
}

export const MOST_TITLES = 100_000;
/** What 1 is as a whole number. */
const UNIT = 127;
