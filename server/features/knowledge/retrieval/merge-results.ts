import type { SearchResult } from './search-result.ts';
import type { Passage } from '../passage.ts';
import type { RetrievalSettings } from './request.ts';

/** A reranker sees this many times the passages it may keep. */
const rerankBreadth = 4;

export interface Merged {
  readonly passages: readonly Passage[];
  /** Further passages, in order. */
  readonly further: readonly Passage[];
  /** Number of all before equal ones were joined. */
  readonly before: number;
}

/**
 * Joins what the wordings of a question found. One wording keeps its scores; scores of several do not compare, so then
 * ranks are fused, and what a translation alone found surfaces beside what the question found.
 */
export function mergeResults(
  main: SearchResult,
  original: SearchResult | undefined,
  translated: readonly SearchResult[],
  { models, enhancement, retrieval }: Pick<RetrievalSettings, 'models' | 'enhancement' | 'retrieval'>,
): Merged {
  const foreign = translated.map(({ passages }) => passages.slice(0, enhancement.crossLanguageMaxResults));
  const lists = [main.passages, original?.passages ?? [], ...foreign].filter((list) => list.length > 0);
  const reranks = models.rerankEnabled && enhancement.rerankToggle;
  const width = reranks ? Math.max(retrieval.topN, enhancement.rerankTopN * rerankBreadth) : retrieval.topN;
  const all = lists.flat();
  const [only] = lists;
  const ordered = lists.length === 1 && only ? only : fused(lists);
  return { passages: ordered.slice(0, width), further: ordered.slice(width), before: all.length };
}

/** A page that is published twice takes one of an answer's few places. */
export function withoutCopies(passages: readonly Passage[]): readonly Passage[] {
  const seen = new Set<string>();
  return passages.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** Reciprocal rank fusion: a passage scores the sum of 1 / (60 + rank) over the lists that have it. */
function fused(lists: readonly (readonly Passage[])[]): Passage[] {
  const found = new Map<string, Passage>();
  for (const list of lists)
    for (const [at, passage] of list.entries()) {
      const key = keyOf(passage);
      const before = found.get(key);
      found.set(key, { ...(before ?? passage), score: (before?.score ?? 0) + 1 / (RANK_CONSTANT + at + 1) });
    }
  return [...found.values()].toSorted((a, b) => b.score - a.score);
}

/** Damps low ranks; the value of Cormack, Clarke and Büttcher, SIGIR 2009. */
const RANK_CONSTANT = 60;

const keyOf = ({ articleId, identity }: Passage): string => `${articleId} ${identity}`;
