import { describe, expect, it } from 'vitest';
import { dampedCounts } from '../analysis/character-ngrams.ts';
import { B, K1 } from '../postings/bm25.ts';
import { createPostings, type Postings } from '../postings/postings.ts';
import { createScores, type Scores } from './scores.ts';

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
  const living = Array.from({ length: articles.limit }, (_, article) => article).filter(articles.isAlive);
  const articleOf = Uint32Array.from({ length: chunks.limit }, () => living[random(living.length)] ?? 0);
  return { chunks, articles, directory: { articleOf } };
}

const weights = { ngrams: 0.4, article: 0.2 };
const admits = () => true;
const scale = 0.37;

function ask(scores: Scores, random: (below: number) => number) {
  const gains = Array.from({ length: TERMS / 2 }, () => ({ term: random(TERMS), gain: 1 + random(9) }));
  const asked = { articles: gains.slice(0, 8), ngrams: gains.slice(8), scale };
  scores.ask(asked);
  return asked;
}

describe('scores of documents', () => {
  it('are BM25 of an article and the likeness of a chunk, by their formulas', () => {
    const index = indexOf(createRandom(1));
    const { chunks, articles } = index;
    const scores = createScores(index);
    for (let question = 0; question < 5; question++) {
      const asked = ask(scores, createRandom(question));
      const countOf = (postings: Postings, term: number, document: number): number => {
        const posting = postings
          .slices(term)
          .flatMap(({ packed, from, to }) => [...packed.subarray(from, to)])
          .find((one) => one >>> 8 === document);
        return (posting ?? 0) & 255;
      };
      for (let document = 0; document < articles.limit; document += 7) {
        const length = 1 - B + (B * (articles.lengths[document] ?? 0)) / articles.averageLength;
        const bm25 = asked.articles.reduce((sum, { term, gain }) => {
          const count = countOf(articles, term, document);
          return sum + (gain * count) / (count + K1 * length);
        }, 0);
        expect(scores.article(document)).toBeCloseTo(articles.isAlive(document) ? bm25 : 0, 4);
      }
      for (let document = 0; document < chunks.limit; document += 31) {
        const likeness = asked.ngrams.reduce(
          (sum, { term, gain }) => sum + gain * (dampedCounts[countOf(chunks, term, document)] ?? 0),
          0,
        );
        const norm = chunks.norms[document] ?? 1;
        expect(scores.chunk(document)).toBeCloseTo(
          chunks.isAlive(document) ? (scale * likeness) / norm : 0,
          3,
        );
      }
    }
  });

  it('pick the same best chunks as a full sort, without removed ones, ties by number', () => {
    const index = indexOf(createRandom(2));
    const { chunks, directory } = index;
    const scores = createScores(index);
    const isEven = (article: number) => article % 2 === 0;
    for (let question = 0; question < 20; question++) {
      ask(scores, createRandom(question));
      for (const admitted of [admits, isEven]) {
        const sorted = Array.from({ length: chunks.limit }, (_, document) => document)
          .filter((document) => chunks.isAlive(document) && admitted(directory.articleOf[document] ?? 0))
          .map((document) => ({
            document,
            score:
              weights.ngrams * scores.chunk(document) +
              weights.article * scores.article(directory.articleOf[document] ?? 0),
          }))
          .filter(({ score }) => score > 0)
          .toSorted((a, b) => b.score - a.score || a.document - b.document);
        for (const count of [1, 7, 100, 2_000]) {
          const best = scores.best(weights, { count, admits: admitted });
          expect(best.length).toBe(Math.min(count, sorted.length));
          for (const [at, { score }] of best.entries()) expect(score).toBeCloseTo(sorted[at]?.score ?? -1, 5);
        }
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
      expect(kept.best(weights, { count: 50, admits })).toEqual(fresh.best(weights, { count: 50, admits }));
    }
  });
});
