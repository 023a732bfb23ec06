import { describe, expect, it } from 'vitest';
import { createPostings, type Postings } from '../postings/postings.ts';
import { createPlainKernel } from './plain-kernel.ts';
import { createScores, lanes, type Gains, type Lane, type Scores } from './scores.ts';

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const TERMS = 40;

/** Documents far apart and close together, terms that stand there once and often; a tenth is removed, some come late. */
function randomPostings(random: (below: number) => number, documents: number): Postings {
  const postings = createPostings();
  const add = () => {
    const terms = Uint32Array.from(
      new Set(Array.from({ length: 1 + random(12) }, () => random(1 + random(TERMS)))),
    );
    const counts = terms.map(() => (random(3) === 0 ? 1 + random(300) : 1));
    const length = counts.reduce((sum, count) => sum + count, 0);
    postings.add({ size: terms.length, terms, counts, length, norm: 1 + random(5) });
  };
  for (let document = 0; document < documents; document++) add();
  while (!postings.advance(10_000, 'all'));
  for (let document = 0; document < documents / 10; document++) add();
  for (let removed = 0; removed < documents / 10; removed++) postings.remove(random(postings.limit));
  return postings;
}

function indexOf(random: (below: number) => number) {
  const chunks = randomPostings(random, 900);
  const articles = randomPostings(random, 150);
  const articleOf = Uint32Array.from({ length: chunks.limit }, () => random(articles.limit));
  return { chunks, articles, directory: { articleOf } };
}

const weights: readonly [Gains, Gains] = [
  { bm25: 0.4, ngrams: 0.3, presence: 0.1 },
  { bm25: 0.2, presence: 0.15 },
];

function ask(scores: Scores, random: (below: number) => number): void {
  scores.begin();
  for (let term = 0; term < TERMS; term += 1 + random(6)) {
    const gains = { bm25: random(9), ngrams: random(7), presence: random(2) / 8 };
    scores.chunks.add(term, gains);
    scores.articles.add(term, { ...gains, ngrams: 0 });
  }
  scores.chunks.settle(0.37);
  scores.articles.settle(1);
  scores.blend(...weights);
}

describe('scores of documents', () => {
  it('are the same with and without vector code', () => {
    const random = createRandom(1);
    const index = indexOf(random);
    const fast = createScores(index);
    const plain = createScores(index, createPlainKernel);
    for (let question = 0; question < 5; question++) {
      ask(fast, createRandom(question));
      ask(plain, createRandom(question));
      for (const lane of Object.keys(lanes) as Lane[]) {
        for (let document = 0; document < index.chunks.limit; document++)
          expect(fast.chunks.score(document, lane)).toBeCloseTo(plain.chunks.score(document, lane), 4);
      }
      for (const [document, score] of fast.blended.entries())
        expect(score).toBeCloseTo(plain.blended[document] ?? -1, 4);
      expect(fast.bestBlended(30).length).toBe(30);
    }
  });

  it('pick the same best documents as a full sort, without removed ones, ties by number', () => {
    const random = createRandom(2);
    const index = indexOf(random);
    const scores = createScores(index);
    for (let question = 0; question < 20; question++) {
      ask(scores, createRandom(question));
      const sorted = (scoreOf: (document: number) => number, count: number) =>
        Array.from({ length: index.chunks.limit }, (_, document) => ({ document, score: scoreOf(document) }))
          .filter(({ document, score }) => score > 0 && index.chunks.isAlive(document))
          .toSorted((a, b) => b.score - a.score || a.document - b.document)
          .slice(0, count);
      for (const count of [1, 7, 100, 2_000]) {
        expect(scores.chunks.best('presence', count)).toEqual(
          sorted((one) => scores.chunks.score(one, 'presence'), count),
        );
        expect(scores.chunks.best('bm25', count)).toEqual(
          sorted((one) => scores.chunks.score(one, 'bm25'), count),
        );
        expect(scores.bestBlended(count)).toEqual(sorted((one) => scores.blended[one] ?? 0, count));
      }
    }
  });

  it('are right for documents added, removed and added again between two questions', () => {
    const random = createRandom(3);
    const index = indexOf(random);
    const kept = createScores(index);
    for (let round = 0; round < 4; round++) {
      for (let removed = 0; removed < 100; removed++) index.chunks.remove(random(index.chunks.limit));
      while (!index.chunks.advance(10_000, 'all'));
      for (let added = 0; added < 300; added++)
        index.chunks.add({
          size: 1,
          terms: Uint32Array.of(random(TERMS)),
          counts: Uint32Array.of(2),
          length: 2,
          norm: 1,
        });
      const articleOf = Uint32Array.from({ length: index.chunks.limit }, () => random(index.articles.limit));
      index.directory.articleOf = articleOf;
      ask(kept, createRandom(round));
      const fresh = createScores(index);
      ask(fresh, createRandom(round));
      expect(kept.bestBlended(50)).toEqual(fresh.bestBlended(50));
      expect(kept.chunks.best('ngrams', 50)).toEqual(fresh.chunks.best('ngrams', 50));
    }
  });
});
