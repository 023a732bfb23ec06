import { describe, expect, it } from 'vitest';
import { B, bm25Gain, K1 } from './bm25.ts';
import { countingNorm, likenessGains, smoothInverseFrequency } from '../analysis/character-ngrams.ts';
import { createPostings, type Postings } from './postings.ts';
import { createScores } from '../scores/scores.ts';
import { topScores } from '../query/top-k.ts';

/** A document of the naive index: counts by term. Removed ones stay in the statistics until compaction. */
interface PlainDocument {
  readonly counts: ReadonlyMap<number, number>;
  readonly length: number;
  alive: boolean;
}

/** BM25 as the formula says it, document by document. */
function plainBm25(
  documents: readonly PlainDocument[],
  question: readonly number[],
  document: PlainDocument,
): number {
  const average = Math.max(1, documents.reduce((sum, { length }) => sum + length, 0) / documents.length);
  return question.reduce((score, term) => {
    const count = document.counts.get(term) ?? 0;
    if (count === 0) return score;
    const frequency = documents.filter(({ counts }) => counts.has(term)).length;
    const idf = Math.log(1 + (documents.length - frequency + 0.5) / (frequency + 0.5));
    const norm = K1 * (1 - B + (B * document.length) / average);
    return score + (idf * count * (K1 + 1)) / (count + norm);
  }, 0);
}

function plainLikeness(
  documents: readonly PlainDocument[],
  question: readonly number[],
  document: PlainDocument,
): number {
  let inner = 0;
  let questionSquares = 0;
  for (const term of question) {
    const frequency = documents.filter(({ counts }) => counts.has(term)).length;
    const idf = smoothInverseFrequency(documents.length, frequency);
    questionSquares += idf * idf;
    const count = document.counts.get(term);
    if (count !== undefined) inner += idf * idf * (1 + Math.log(count));
  }
  let squares = 0;
  for (const count of document.counts.values()) squares += (1 + Math.log(count)) ** 2;
  return inner / Math.sqrt(questionSquares) / Math.sqrt(squares);
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const VOCABULARY = 60;

function randomDocument(random: (below: number) => number): PlainDocument {
  const counts = new Map<number, number>();
  const size = 1 + random(30);
  // Low numbers are frequent words.
  for (let i = 0; i < size; i++) {
    const term = random(1 + random(VOCABULARY));
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return { counts, length: size, alive: true };
}

function add(postings: Postings, { counts, length }: PlainDocument): number {
  const squares = [...counts.values()].reduce((sum, count) => sum + countingNorm(count), 0);
  return postings.add({
    size: counts.size,
    terms: Uint32Array.from(counts.keys()),
    counts: Uint32Array.from(counts.values()),
    length,
    norm: Math.sqrt(squares),
  });
}

/** The score of each document for the question, by number. */
function scoresOf(postings: Postings, asked: readonly number[], kind: 'bm25' | 'ngrams'): Float32Array {
  const question = asked.map((term) => ({ term, weight: 1 }));
  const scores = createScores({
    chunks: postings,
    articles: postings,
    directory: { articleOf: new Uint32Array(0) },
  });
  const likeness = likenessGains(postings, question);
  scores.ask({
    articles: question.map((one) => ({ term: one.term, gain: bm25Gain(postings, one) })),
    ngrams: likeness.terms,
    scale: likeness.scale,
  });
  const scoreOf = kind === 'ngrams' ? scores.chunk : scores.article;
  return Float32Array.from({ length: postings.limit }, (_, document) => scoreOf(document));
}

/** The index and its naive twin through the same random life. */
function liveThrough(
  seed: number,
  steps: number,
  onStep: (postings: Postings, documents: Map<number, PlainDocument>, step: number) => void,
) {
  const random = createRandom(seed);
  const postings = createPostings();
  const documents = new Map<number, PlainDocument>();
  for (let step = 0; step < steps; step++) {
    const living = [...documents].filter(([, document]) => document.alive);
    if (living.length > 0 && random(4) === 0) {
      const [number, document] = living[random(living.length)] ?? [0, undefined];
      postings.remove(number);
      if (document !== undefined) document.alive = false;
    } else {
      const document = randomDocument(random);
      documents.set(add(postings, document), document);
    }
    onStep(postings, documents, step);
  }
}

const question = [0, 1, 3, 7, 20, 41, 59];

/** The largest difference between the index and the formulas over all documents that are alive. */
function largestError(postings: Postings, documents: ReadonlyMap<number, PlainDocument>): number {
  const all = [...documents.values()];
  const bm25 = scoresOf(postings, question, 'bm25');
  const likeness = scoresOf(postings, question, 'ngrams');
  const errors = [...documents]
    .filter(([, document]) => document.alive)
    .flatMap(([number, document]) => [
      Math.abs((bm25[number] ?? Number.NaN) - plainBm25(all, question, document)),
      Math.abs((likeness[number] ?? Number.NaN) - plainLikeness(all, question, document)),
    ]);
  return Math.max(0, ...errors);
}

describe('postings', () => {
  it('score like the plain formulas while documents are added and removed', () => {
    liveThrough(1, 250, (postings, documents, step) => {
      if (step % 25 !== 24) return;
      expect(largestError(postings, documents)).toBeLessThan(1e-4);
    });
  });

  it('score the same after compaction, when removed documents have left the statistics', () => {
    liveThrough(2, 300, (postings, documents, step) => {
      if (step % 50 !== 49) return;
      while (!postings.advance(40, 'all'));
      for (const [number, document] of documents) if (!document.alive) documents.delete(number);
      expect(postings.total).toBe(documents.size);
      expect(largestError(postings, documents)).toBeLessThan(1e-4);
    });
  });

  it('score like the plain formulas when documents are only added, through many compactions', () => {
    const random = createRandom(8);
    const postings = createPostings();
    const documents = new Map<number, PlainDocument>();
    const errors = Array.from({ length: 200 }, (_, step) => {
      const document = randomDocument(random);
      documents.set(add(postings, document), document);
      if (step % 10 === 3) while (!postings.advance(7, 'all'));
      return step % 40 === 39 ? largestError(postings, documents) : 0;
    });
    expect(Math.max(...errors)).toBeLessThan(1e-4);
  });

  it('find the same documents in the middle of a compaction, with additions and removals meanwhile', () => {
    let finished = 0;
    liveThrough(3, 600, (postings, documents, step) => {
      const before = postings.total;
      postings.advance(45, 'all');
      // Removed documents leave the statistics at the end of a compaction.
      if (postings.total < before) finished++;
      const alive = [...documents].filter(([, document]) => document.alive);
      expect(postings.alive).toBe(alive.length);
      if (step % 20 !== 19) return;
      const found = topScores(scoresOf(postings, question, 'bm25'), postings.limit, 1000, postings.isAlive);
      const expected = alive.filter(([, document]) => question.some((term) => document.counts.has(term)));
      expect(new Set(found.map(({ document }) => document))).toEqual(
        new Set(expected.map(([number]) => number)),
      );
    });
    expect(finished).toBeGreaterThan(0);
  });

  it('tell whether a document holds a term, before, in and after a compaction', () => {
    liveThrough(11, 240, (postings, documents, step) => {
      postings.advance(30, 'all');
      if (step % 40 !== 39) return;
      for (const [number, document] of documents) {
        if (!document.alive) continue;
        const held = question.filter((term) => postings.holds(term, number));
        expect(held).toEqual(question.filter((term) => document.counts.has(term)));
      }
    });
  });

  it('reuse the numbers of removed documents only after compaction', () => {
    const postings = createPostings();
    const document = randomDocument(createRandom(4));
    const first = add(postings, document);
    postings.remove(first);
    expect(add(postings, document)).not.toBe(first);
    while (!postings.advance(1000, 'all'));
    expect(add(postings, document)).toBe(first);
  });

  it('count a repeated removal once', () => {
    const postings = createPostings();
    const number = add(postings, randomDocument(createRandom(5)));
    postings.remove(number);
    postings.remove(number);
    expect([postings.alive, postings.total]).toEqual([0, 1]);
  });

  it('keep counts of at most 255', () => {
    const postings = createPostings();
    const number = add(postings, { counts: new Map([[0, 1000]]), length: 1000, alive: true });
    const [slice] = postings.slices(0);
    expect([(slice?.packed[slice.from] ?? 0) & 255, (slice?.packed[slice.from] ?? 0) >>> 8]).toEqual([
      255,
      number,
    ]);
  });

  it('stay bounded when one article is replaced again and again', () => {
    const random = createRandom(6);
    const postings = createPostings();
    let number = add(postings, randomDocument(random));
    for (let i = 0; i < 20_000; i++) {
      postings.remove(number);
      number = add(postings, randomDocument(random));
      postings.advance(1_000);
    }
    expect(postings.limit).toBeLessThan(2_000);
    expect(postings.alive).toBe(1);
  });
});

describe('the best scores', () => {
  it('are those of a full sort, ties by number', () => {
    const random = createRandom(7);
    for (let round = 0; round < 50; round++) {
      const scores = Float32Array.from({ length: 1 + random(200) }, () => random(20) / 10);
      const count = 1 + random(30);
      const expected = Array.from(scores, (score, document) => ({ document, score }))
        .filter(({ document, score }) => score > 0 && document % 3 !== 0)
        .toSorted((a, b) => b.score - a.score || a.document - b.document)
        .slice(0, count);
      expect(topScores(scores, scores.length, count, (index) => index % 3 !== 0)).toEqual(expected);
    }
  });
});
