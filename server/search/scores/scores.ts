import { WASM_PAGE } from '../large-array.ts';
import { dampedCounts } from '../analysis/character-ngrams.ts';
import { B, K1 } from '../postings/bm25.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { Postings } from '../postings/postings.ts';
import { createTop, type Scored } from '../query/top-k.ts';
import { createScoreKernel } from './kernel.ts';
import { BLOCK, fixed, type ScoreKernel } from './layout.ts';
import { layOut, type TablePlaces } from './places.ts';

/** Scores per document: a document's score of a kind is at `LANES * document + lane`. */
const LANES = 4;
export const lanes = {
  bm25: 0,
  /** Similarity of the spelling. */
  ngrams: 2,
  /** Share of the terms that the document contains, however often. */
  presence: 3,
} as const;

export type Lane = keyof typeof lanes;

/** The maximum that a term adds to each kind of score in which it counts. */
export type Gains = Partial<Record<Lane, number>>;

/**
 * Creates the scores of documents for a question: the kinds side by side in four lanes, of which one is empty, so that a posting that counts for several
 * of them is read once and touches one place in memory. They are reused from question to question; a question is
 * answered without yielding. Everything is in one memory, where vector code reads the compressed lists.
 */
export interface Scores {
  /** Starts a question: sets the scores of all documents to 0. */
  begin(): void;
  readonly chunks: ScoreTable;
  readonly articles: ScoreTable;
  /** Call after adding all terms, before they are settled: sets the scores of these runs of chunks and articles to 0. */
  leaveOut(runs: { readonly chunks: Uint32Array; readonly articles: Uint32Array }): void;
  /** Combines the scores of each chunk and its article by these weights. */
  blend(ofChunk: Gains, ofArticle: Gains): void;
  /** The best chunks by the blended score. */
  bestBlended(count: number): Scored[];
  /** The blended score of each chunk number; valid until the next question. */
  readonly blended: Float32Array;
}

/** The scores of the chunks, or of the articles. */
export interface ScoreTable {
  /** Adds a term's gains to every document that contains it. Removed documents get scores too. */
  add(term: number, gains: Gains): void;
  /** Call after adding all terms: converts the sums of n-grams to similarities by this scale, see `likenessGains`. */
  settle(scale: number): void;
  /** The best documents by one kind. */
  best(lane: Lane, count: number): Scored[];
  score(document: number, lane: Lane): number;
}

export function createScores(
  index: Pick<InvertedIndex, 'chunks' | 'articles'> & {
    readonly directory: Pick<InvertedIndex['directory'], 'articleOf'>;
  },
  kernelOver: (memory: WebAssembly.Memory) => ScoreKernel = createScoreKernel,
): Scores {
  const { chunks, articles, directory } = index;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernel = kernelOver(memory);
  const views = createViews(memory);
  views().floats.set(dampedCounts, fixed.damped / 4);
  let places = layOut(0, 0);
  let seen = '';

  const reserve = (bytes: number) => {
    const missing = Math.ceil(bytes / WASM_PAGE) - memory.buffer.byteLength / WASM_PAGE;
    if (missing > 0) memory.grow(missing);
  };
  const workspace: Workspace = {
    memory,
    kernel,
    views,
    listRoom(bytes) {
      reserve(places.end + bytes);
      return places.end;
    },
  };
  const ofChunks = createTable(workspace, chunks, () => places.chunks);
  const ofArticles = createTable(workspace, articles, () => places.articles);
  const blocks = () => Math.ceil(chunks.limit / BLOCK);
  const blended = () => new Float32Array(memory.buffer, places.blended, chunks.limit);

  /** Updates the data that the loops need of each document, if it has changed. */
  const follow = () => {
    const now = `${chunks.changes} ${articles.changes}`;
    if (now === seen) return;
    seen = now;
    // An extra article, to which removed chunks belong.
    if (chunks.limit > places.chunks.room || articles.limit >= places.articles.room) {
      places = layOut(Math.ceil(chunks.limit * HEADROOM), Math.ceil(articles.limit * HEADROOM));
      reserve(places.end);
    }
    ofChunks.describe();
    ofArticles.describe();
    const owners = new Uint32Array(memory.buffer, places.owners, places.chunks.room).fill(articles.limit);
    const { articleOf } = directory;
    const { states, limit } = chunks;
    for (let chunk = 0; chunk < limit; chunk++)
      if (states[chunk] === 1) owners[chunk] = articleOf[chunk] ?? 0;
  };

  return {
    begin() {
      follow();
      ofChunks.clear();
      ofArticles.clear();
    },
    chunks: ofChunks,
    articles: ofArticles,
    leaveOut(runs) {
      const { floats } = views();
      const clear = (scores: number, ends: Uint32Array) => {
        for (let at = 0; at < ends.length; at += 2)
          floats.fill(0, scores / 4 + LANES * (ends[at] ?? 0), scores / 4 + LANES * (ends[at + 1] ?? 0));
      };
      clear(places.chunks.scores, runs.chunks);
      clear(places.articles.scores, runs.articles);
    },
    blend(ofChunk, ofArticle) {
      const { floats } = views();
      writeLanes(floats, fixed.ofChunk, ofChunk);
      writeLanes(floats, fixed.ofArticle, ofArticle);
      const { scores } = places.chunks;
      const { owners, blended, maxima } = places;
      const articleScores = places.articles.scores;
      kernel.blend({ scores, owners, articleScores, blended, maxima, blocks: blocks() });
    },
    bestBlended: (count) =>
      bestOf({
        values: blended(),
        maxima: new Float32Array(memory.buffer, places.maxima, LANES * blocks()),
        lanes: 1,
        lane: 0,
        count,
      }),
    get blended() {
      return blended();
    },
  };
}

/** The memory and the loops shared by both tables. */
interface Workspace {
  readonly memory: WebAssembly.Memory;
  readonly kernel: ScoreKernel;
  readonly views: () => Views;
  /** Ensures room for a list of this many bytes; valid until the next one. */
  listRoom(bytes: number): number;
}

interface OwnTable extends ScoreTable {
  clear(): void;
  describe(): void;
}

function createTable(workspace: Workspace, postings: Postings, placesNow: () => TablePlaces): OwnTable {
  const { memory, kernel } = workspace;
  const blocks = () => Math.ceil(postings.limit / BLOCK);
  const floats = (place: number, length: number) => new Float32Array(memory.buffer, place, length);

  return {
    clear() {
      floats(placesNow().scores, LANES * BLOCK * blocks()).fill(0);
    },
    describe() {
      const { shares, inverseNorms, room } = placesNow();
      const { lengths, norms, states, limit } = postings;
      const perLength = (K1 * B) / postings.averageLength;
      const share = floats(shares, room).fill(0);
      const inverse = floats(inverseNorms, room).fill(0);
      for (let document = 0; document < limit; document++) {
        share[document] = 1 / (1 + K1 * (1 - B) + perLength * (lengths[document] ?? 0));
        if (states[document] === 1) inverse[document] = 1 / (norms[document] ?? 1);
      }
    },
    add(term, gains) {
      const { floats } = workspace.views();
      // The other lanes are always 0.
      floats[fixed.shared / 4 + lanes.bm25] = gains.bm25 ?? 0;
      floats[fixed.plain / 4 + lanes.ngrams] = gains.ngrams ?? 0;
      floats[fixed.plain / 4 + lanes.presence] = gains.presence ?? 0;
      const sealed = postings.sealed(term);
      if (sealed !== undefined) {
        const from = workspace.listRoom(sealed.bytes.length);
        workspace.views().bytes.set(sealed.bytes, from);
        kernel.addList(from, sealed.size, placesNow());
      }
      const late = postings.late(term);
      if (late.length === 0) return;
      const from = workspace.listRoom(late.byteLength);
      new Uint32Array(memory.buffer, from, late.length).set(late);
      kernel.addPacked(from, late.length, placesNow());
    },
    settle(scale) {
      workspace.views().floats[fixed.scale / 4] = scale;
      kernel.settle({ ...placesNow(), blocks: blocks() });
    },
    best(lane, count) {
      const { scores, maxima } = placesNow();
      const values = floats(scores, LANES * postings.limit);
      return bestOf({
        values,
        maxima: floats(maxima, LANES * blocks()),
        lanes: LANES,
        lane: lanes[lane],
        count,
      });
    },
    score: (document, lane) =>
      workspace.views().floats[placesNow().scores / 4 + LANES * document + lanes[lane]] ?? 0,
  };
}

interface Contest {
  /** A document's score is at `lanes * document + lane`. */
  readonly values: Float32Array;
  readonly lanes: number;
  readonly lane: number;
  /** The highest scores of each block, in the same lane. */
  readonly maxima: Float32Array;
  readonly count: number;
}

/** The best documents. Only as many blocks are searched as documents are wanted. */
function bestOf({ values, lanes, lane, maxima, count }: Contest): Scored[] {
  const blocks = maxima.length / LANES;
  const ofBlocks = createTop(count);
  for (let block = 0; block < blocks; block++) {
    const highest = maxima[LANES * block + lane] ?? 0;
    if (highest > ofBlocks.floor) ofBlocks.offer(block, highest);
  }
  // At least this many blocks contain a document with at least this score.
  const least = ofBlocks.floor;
  const best = createTop(count);
  for (let block = 0; block < blocks; block++) {
    const highest = maxima[LANES * block + lane] ?? 0;
    if (highest < least || highest <= best.floor) continue;
    const end = Math.min(values.length / lanes, (block + 1) * BLOCK);
    for (let document = block * BLOCK; document < end; document++) {
      const score = values[lanes * document + lane] ?? 0;
      if (score >= least && score > best.floor) best.offer(document, score);
    }
  }
  return best.ranked();
}

/** The memory as numbers and as bytes. */
interface Views {
  readonly floats: Float32Array;
  readonly bytes: Uint8Array;
}

/** Views of a memory, recreated only when it has grown: a question writes to hundreds of positions. */
function createViews(memory: WebAssembly.Memory): () => Views {
  let views = { floats: new Float32Array(memory.buffer), bytes: new Uint8Array(memory.buffer) };
  return () => {
    if (views.bytes.buffer !== memory.buffer)
      views = { floats: new Float32Array(memory.buffer), bytes: new Uint8Array(memory.buffer) };
    return views;
  };
}

function writeLanes(
  floats: Float32Array,
  place: number,
  { bm25 = 0, ngrams = 0, presence = 0 }: Gains,
): void {
  const at = place / 4;
  floats[at + lanes.bm25] = bm25;
  floats[at + lanes.ngrams] = ngrams;
  floats[at + lanes.presence] = presence;
}

/** Spare room for new documents, so that few changes require a new layout. */
const HEADROOM = 1.25;

/** The gains of each question term, in order of first occurrence. */
export function createGains() {
  const byTerm = new Map<number, Gains>();
  return {
    byTerm,
    add(term: number, lane: Lane, gain: number): void {
      if (term < 0) return;
      const gains = byTerm.get(term) ?? {};
      gains[lane] = (gains[lane] ?? 0) + gain;
      byTerm.set(term, gains);
    },
  };
}
