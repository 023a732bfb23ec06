import type { InvertedIndex } from '../postings/inverted-index.ts';

/** Runs of numbers that stay out, each by its first number and the one behind its last. */
export interface Excluded {
  readonly chunks: Uint32Array;
  readonly articles: Uint32Array;
}

/** The articles of a scope: 1 by the number of each, and what is not among them. */
interface Read {
  readonly admitted: Uint8Array;
  readonly excluded: Excluded;
}

/** Which articles a query may find. */
export interface Admission {
  /** Admits these articles alone until the next call, all without ids. */
  only(ids: string | undefined): void;
  /** What stays out; `undefined` while nothing does. */
  readonly excluded: Excluded | undefined;
  admits(article: number): boolean;
}

/** The articles of the last scopes are kept, since many questions come from the same part of a site. */
export function createAdmission({ directory, articles, chunks }: InvertedIndex): Admission {
  const kept = new Map<string, Read>();
  let seen = -1;
  let now: Read | undefined;

  const read = (ids: string): Read => {
    const admitted = new Uint8Array(articles.limit);
    for (const id of ids.split('\n')) {
      const entry = directory.entry(id);
      if (entry) admitted[entry.article] = 1;
    }
    if (kept.size >= mostKept) kept.clear();
    const { articleOf } = directory;
    const made = {
      admitted,
      excluded: {
        chunks: runsOf(chunks.limit, (chunk) => admitted[articleOf[chunk] ?? 0] !== 1),
        articles: runsOf(articles.limit, (article) => admitted[article] !== 1),
      },
    };
    kept.set(ids, made);
    return made;
  };

  return {
    only(ids) {
      if (seen !== articles.changes) kept.clear();
      seen = articles.changes;
      now = ids === undefined ? undefined : (kept.get(ids) ?? read(ids));
    },
    get excluded() {
      return now?.excluded;
    },
    admits: (article) => now === undefined || now.admitted[article] === 1,
  };
}

const mostKept = 16;

/** The runs of numbers below `limit` that pass a test. */
function runsOf(limit: number, test: (number: number) => boolean): Uint32Array {
  const runs: number[] = [];
  let from = -1;
  for (let number = 0; number <= limit; number++) {
    const isIn = number < limit && test(number);
    if (isIn && from < 0) from = number;
    if (isIn || from < 0) continue;
    runs.push(from, number);
    from = -1;
  }
  return Uint32Array.from(runs);
}
