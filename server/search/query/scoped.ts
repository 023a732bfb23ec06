import type { InvertedIndex } from '../postings/inverted-index.ts';

/** Which articles a query may find. */
export interface Admission {
  /** Admits these articles alone until the next call, all without ids. */
  only(ids: string | undefined): void;
  admits(article: number): boolean;
}

/** The articles of the last scopes are kept, 1 by the number of each, since many questions come from the same part of a site. */
export function createAdmission({ directory, articles }: InvertedIndex): Admission {
  const kept = new Map<string, Uint8Array>();
  let seen = -1;
  let now: Uint8Array | undefined;

  const read = (ids: string): Uint8Array => {
    const admitted = new Uint8Array(articles.limit);
    for (const id of ids.split('\n')) {
      const entry = directory.entry(id);
      if (entry) admitted[entry.article] = 1;
    }
    if (kept.size >= mostKept) kept.clear();
    kept.set(ids, admitted);
    return admitted;
  };

  return {
    only(ids) {
      if (seen !== articles.changes) kept.clear();
      seen = articles.changes;
      now = ids === undefined ? undefined : (kept.get(ids) ?? read(ids));
    },
    admits: (article) => now === undefined || now[article] === 1,
  };
}

const mostKept = 16;
