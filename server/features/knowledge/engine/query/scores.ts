import { B, K1 } from '../postings/bm25.ts';
import { dampedCounts } from '../analysis/character-ngrams.ts';
import type { Postings } from '../postings/postings.ts';
import { createTop } from './top-k.ts';

/**
 * The scores of documents for one question, four kinds side by side, so that a posting that counts for several of
 * them is read once and touches one place in memory.
 */
export type Scores = Float32Array<ArrayBuffer>;

/** Numbers for each document: a document's score of a kind stands at `LANES * document + lane`. */
export const LANES = 4;
export const lanes = {
  bm25: 0,
  /** BM25 of the terms that an answer has to speak of. */
  support: 1,
  /** Likeness in writing, before it is divided by norms. */
  ngrams: 2,
  /** Share of something that the document holds, however often. */
  presence: 3,
} as const;

/** What a term adds to each kind at most; 0 where it does not count. */
export interface Gains {
  bm25: number;
  support: number;
  ngrams: number;
  presence: number;
}

/** Adds a term's gains to every document that holds it. Removed documents get scores too. */
export function addTerm(postings: Postings, term: number, gains: Gains, scores: Scores): void {
  const { lengths } = postings;
  const { bm25, support, ngrams, presence } = gains;
  const isSaturated = bm25 !== 0 || support !== 0;
  const fixed = K1 * (1 - B);
  const perLength = (K1 * B) / postings.averageLength;
  for (const { packed, from, to } of postings.slices(term)) {
    for (let i = from; i < to; i++) {
      const posting = packed[i] ?? 0;
      const document = posting >>> 8;
      const count = posting & 255;
      const place = LANES * document;
      if (isSaturated) {
        const share = count / (count + fixed + perLength * (lengths[document] ?? 0));
        scores[place] = (scores[place] ?? 0) + bm25 * share;
        scores[place + 1] = (scores[place + 1] ?? 0) + support * share;
      }
      if (ngrams !== 0) scores[place + 2] = (scores[place + 2] ?? 0) + ngrams * (dampedCounts[count] ?? 0);
      if (presence !== 0) scores[place + 3] = (scores[place + 3] ?? 0) + presence;
    }
  }
}

/**
 * The best `count` documents by BM25 and by n-grams, and the most support of any. Sums of n-grams become likenesses on
 * the way: see `likenessGains`, which names the scale.
 */
export function bestOf(postings: Postings, scores: Scores, count: number, scale: number) {
  const { norms, limit, isAlive } = postings;
  const bm25 = createTop(count);
  const ngrams = createTop(count);
  let support = 0;
  for (let document = 0; document < limit; document++) {
    const place = LANES * document;
    const own = scores[place] ?? 0;
    const supported = scores[place + 1] ?? 0;
    let alike = scores[place + 2] ?? 0;
    if (alike > 0) scores[place + 2] = alike = Math.fround((alike * scale) / (norms[document] ?? 1));
    if (own <= bm25.floor && supported <= support && alike <= ngrams.floor) continue;
    if (!isAlive(document)) continue;
    if (own > bm25.floor) bm25.offer(document, own);
    if (supported > support) support = supported;
    if (alike > ngrams.floor) ngrams.offer(document, alike);
  }
  return { bm25: bm25.ranked(), ngrams: ngrams.ranked(), support };
}

/** The gains of each term of a question, in the order in which terms were first named. */
export function createGains() {
  const byTerm = new Map<number, Gains>();
  return {
    byTerm,
    add(term: number, lane: keyof Gains, gain: number): void {
      if (term < 0) return;
      const gains = byTerm.get(term) ?? { bm25: 0, support: 0, ngrams: 0, presence: 0 };
      gains[lane] += gain;
      byTerm.set(term, gains);
    },
  };
}
