import type { RankSignals } from '../../ports/search-index.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { LexicalRun } from '../query/lexical.ts';
import type { Admission } from '../query/scoped.ts';
import { scoreWithVectors } from './ranker.ts';
import { byRank, type Scored } from '../query/top-k.ts';
import { standardised } from './standardised.ts';

/** The chunks with the nearest vectors. */
interface VectorRun {
  readonly best: readonly Scored[];
  /** `undefined` for a chunk without a vector. */
  cosine(document: number): number | undefined;
}

/** The `count` nearest vectors; `undefined` for an index without any. RangeError for a vector of another length. */
export function searchVectors(
  { vectors, directory }: InvertedIndex,
  vector: Float32Array,
  { count, admission }: { readonly count: number; readonly admission: Admission },
): VectorRun | undefined {
  if (vectors.size === 0) return undefined;
  const best = vectors
    .nearest(vector, count, (chunk) => admission.admits(directory.articleOf[chunk] ?? 0))
    .map(({ document, cosine }) => ({ document, score: cosine }));
  const cosines = new Map(best.map(({ document, score }) => [document, score]));
  return { best, cosine: (document) => cosines.get(document) ?? vectors.cosine(document, vector) };
}

/** What words and vectors found, in the order of the weights that were learned with vectors. */
export function joinRuns(
  words: LexicalRun,
  near: VectorRun,
  shares?: Parameters<typeof scoreWithVectors>[1],
): { readonly best: readonly Scored[]; signals(document: number): RankSignals } {
  const candidates = [...new Set([...words.best, ...near.best].map(({ document }) => document))];
  const nearest = standardised(candidates.map((document) => near.cosine(document)));
  const nearnessOf = new Map(candidates.map((document, at) => [document, nearest[at]]));
  const signals = (document: number): RankSignals => {
    const nearness = nearnessOf.get(document);
    return { ...words.signals(document), ...(nearness !== undefined && { nearness }) };
  };
  // A chunk without a vector has unknown meaning: it counts as the least near of the candidates.
  const least = nearest.reduce<number>((lowest, nearness = 0) => Math.min(lowest, nearness), 0);
  const best = candidates.map((document) => ({
    document,
    score: scoreWithVectors({ nearness: least, ...signals(document) }, shares),
  }));
  return { best: best.toSorted(byRank), signals };
}
