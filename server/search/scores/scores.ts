import { dampedCounts } from '../analysis/character-ngrams.ts';
import { withRoom } from '../large-array.ts';
import { B, K1 } from '../postings/bm25.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { Postings } from '../postings/postings.ts';
import { createTop, type Scored } from '../query/top-k.ts';
import { createSums, type Sums } from './sums.ts';

/** A question's term by its number, and what it adds at most. */
export interface Gain {
  readonly term: number;
  readonly gain: number;
}

/**
 * The scores of articles by BM25 and of chunks by the likeness of their n-grams. Every document that contains a term of the question is
 * scored. The sums are reused from question to question; a question is answered without yielding.
 */
export interface Scores {
  /** Scores a question; `scale` is the factor of the sums of n-grams, see `likenessGains`. */
  ask(question: {
    readonly articles: readonly Gain[];
    readonly ngrams: readonly Gain[];
    readonly scale: number;
  }): void;
  article(document: number): number;
  chunk(document: number): number;
  /** The best chunks by the weighted sum of their own score and that of their article. */
  best(weights: { readonly ngrams: number; readonly article: number }, most: Most): Scored[];
  /** The best articles by their own score. */
  bestArticles(most: Most): readonly number[];
}

interface Most {
  readonly count: number;
  readonly admits: (article: number) => boolean;
}

export function createScores(
  {
    chunks,
    articles,
    directory,
  }: Pick<InvertedIndex, 'chunks' | 'articles'> & {
    readonly directory: Pick<InvertedIndex['directory'], 'articleOf'>;
  },
  ofChunks: Sums = createSums(),
): Scores {
  const values = new Float32Array(dampedCounts.length);
  let ofArticles = new Float32Array(0);
  let scale = 0;
  const chunk = (document: number): number =>
    chunks.states[document] === 1
      ? ((ofChunks.read()[document] ?? 0) * scale) / (chunks.norms[document] ?? 1)
      : 0;
  const article = (document: number): number =>
    articles.states[document] === 1 ? (ofArticles[document] ?? 0) : 0;
  return {
    ask(question) {
      ofArticles = cleared(ofArticles, articles.limit);
      for (const one of question.articles) addBm25(articles, one, ofArticles);
      ofChunks.begin(chunks.limit);
      scale = question.scale;
      for (const { term, gain } of question.ngrams) {
        for (let count = 0; count < values.length; count++) values[count] = gain * (dampedCounts[count] ?? 0);
        ofChunks.add(chunks.sealed(term), chunks.late(term), values);
      }
    },
    article,
    chunk,
    best(weights, { count, admits }) {
      const { articleOf } = directory;
      const { norms, states, limit } = chunks;
      const sums = ofChunks.read();
      const factor = weights.ngrams * scale;
      const top = createTop(count);
      // The chunks of an article mostly follow each other.
      for (let document = 0; document < limit;) {
        const owner = articleOf[document] ?? 0;
        const above = weights.article * (ofArticles[owner] ?? 0);
        let bound = top.floor - above;
        do {
          const norm = norms[document] ?? 1;
          const own = factor * (sums[document] ?? 0);
          // Most chunks are below the floor, which is told without a division.
          if (own > bound * norm && states[document] === 1 && admits(owner)) {
            top.offer(document, own / norm + above);
            bound = top.floor - above;
          }
          document++;
        } while (document < limit && articleOf[document] === owner);
      }
      return top.ranked();
    },
    bestArticles({ count, admits }) {
      const top = createTop(count);
      for (let document = 0; document < articles.limit; document++) {
        const score = article(document);
        if (score > top.floor && admits(document)) top.offer(document, score);
      }
      return top.ranked().map(({ document }) => document);
    },
  };
}

function cleared(sums: Float32Array<ArrayBuffer>, limit: number): Float32Array<ArrayBuffer> {
  return sums.length < limit ? new Float32Array(withRoom(limit)) : sums.fill(0);
}

function addBm25(postings: Postings, { term, gain }: Gain, sums: Float32Array): void {
  const { lengths } = postings;
  const fixed = K1 * (1 - B);
  const perLength = (K1 * B) / postings.averageLength;
  for (const { packed, from, to } of postings.slices(term)) {
    for (let at = from; at < to; at++) {
      const posting = packed[at] ?? 0;
      const document = posting >>> 8;
      const count = posting & 255;
      const share = count / (count + fixed + perLength * (lengths[document] ?? 0));
      sums[document] = (sums[document] ?? 0) + gain * share;
    }
  }
}
