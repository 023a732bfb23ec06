import { weighEvidence, type Evidence } from './evidence.ts';
import { legShares, spreadOf, standardScore, vectorTrust } from './fuse.ts';
import { createLexical, timed, type LegName, type LegRun, type LexicalRun } from './lexical.ts';
import type { Library } from './library.ts';
import { takeApart } from './question.ts';
import { byRank, topScores, type Scored } from './top.ts';
import type { Neighbours } from './vectors.ts';

export interface RetrieveQuery {
  readonly question: string;
  /** Hybrid when left out. Where no query vector or no vector of a chunk is there, every mode is keyword. */
  readonly mode?: 'hybrid' | 'keyword' | 'vector';
  /** The question's vector, of the dimensions of the index: RangeError otherwise. */
  readonly queryVector?: Float32Array;
  /** 0 … 1, see `legShares`; 0.7 when left out. */
  readonly semanticWeight?: number;
  /** Chunks wanted, 20 when left out. */
  readonly topK?: number;
}

export interface Hit {
  readonly chunkId: string;
  readonly articleId: string;
  /** 0 … 1 in keyword mode, the cosine in vector mode, weighted standard scores in hybrid mode. */
  readonly score: number;
  /** Rank in each leg that has the chunk (or its article) among its best `topK`, from 1. */
  readonly ranks: Readonly<Partial<Record<LegName, number>>>;
}

export interface Leg {
  readonly name: LegName;
  readonly tookMs: number;
  /** Its best `topK`; the hits of `articles` name no chunk. */
  readonly hits: readonly LegHit[];
}

export interface LegHit {
  readonly chunkId?: string;
  readonly articleId: string;
  readonly score: number;
}

export interface Retrieval {
  readonly hits: readonly Hit[];
  readonly legs: readonly Leg[];
  readonly evidence: Evidence;
}

/** Retrieval over a library; `coveredFrom` replaces the threshold of the evidence. */
export function createRetrieve(library: Library, coveredFrom?: number): (query: RetrieveQuery) => Retrieval {
  const searchLexically = createLexical(library);

  return (query) => {
    const topK = query.topK ?? DEFAULT_TOP_K;
    const vector = library.vectors.size > 0 ? query.queryVector : undefined;
    const mode = vector === undefined ? 'keyword' : (query.mode ?? 'hybrid');
    const question = takeApart(query.question);
    // Evidence is weighed in every mode, but the lexical legs only run where they are asked for.
    const lexical = mode === 'vector' ? undefined : searchLexically(question, topK);
    const semantic =
      mode === 'keyword' || vector === undefined ? undefined : searchVectors(library, vector, topK);
    const ranked = rank(library, topK, lexical, semantic, query.semanticWeight ?? DEFAULT_SEMANTIC_WEIGHT);
    const legs = [...(lexical?.legs ?? []), ...(semantic === undefined ? [] : [semantic.leg])];
    const evidence = weighEvidence(
      {
        passages: library.chunks,
        articles: library.articles,
        subject: question.subject.map(({ high, low, weight }) => ({
          term: library.terms.find(high, low),
          weight,
        })),
        agreement: agreement(library, ranked[0], legs),
        ...(semantic === undefined ? {} : { vectors: semantic.standing }),
      },
      coveredFrom,
    );
    return {
      hits: nameHits(library, ranked, legs, topK),
      legs: legs.map((leg) => nameLeg(library, leg, topK)),
      evidence,
    };
  };
}

const DEFAULT_TOP_K = 20;
const DEFAULT_SEMANTIC_WEIGHT = 0.7;

/** Chunks of each leg that hybrid looks at, at least: a hit of one leg alone must be able to surface. */
const CANDIDATES = 100;

interface SemanticRun {
  readonly vector: Float32Array;
  readonly leg: LegRun;
  readonly neighbours: Neighbours;
  /** Standard score of the nearest and the number of vectors. */
  readonly standing: { readonly best: number; readonly size: number };
}

function searchVectors({ vectors }: Library, vector: Float32Array, topK: number): SemanticRun {
  let neighbours: Neighbours = { nearest: [], mean: 0, deviation: 0 };
  const leg = timed('vectors', () => {
    neighbours = vectors.nearest(vector, Math.max(topK, CANDIDATES));
    return neighbours.nearest.map(({ document, cosine }) => ({ index: document, score: cosine }));
  });
  const [nearest] = neighbours.nearest;
  const best = nearest === undefined ? 0 : standardScore(nearest.cosine, neighbours);
  return { vector, leg, neighbours, standing: { best, size: vectors.size } };
}

function rank(
  library: Library,
  topK: number,
  lexical: LexicalRun | undefined,
  semantic: SemanticRun | undefined,
  semanticWeight: number,
): readonly Scored[] {
  const { chunks, vectors } = library;
  if (lexical === undefined) return (semantic?.leg.best ?? []).slice(0, topK);
  if (semantic === undefined) return topScores(lexical.blended, chunks.limit, topK, chunks.isAlive);

  const shares = legShares(semanticWeight);
  const trust = vectorTrust(semantic.standing.best, semantic.standing.size);
  const spread = spreadOf(lexical.blended, chunks.limit);
  const cosines = new Map(semantic.leg.best.map(({ index, score }) => [index, score]));
  const best = topScores(lexical.blended, chunks.limit, Math.max(topK, CANDIDATES), chunks.isAlive);
  const candidates = new Set([...best.map(({ index }) => index), ...cosines.keys()]);
  const scored = Array.from(candidates, (index) => {
    // A chunk without a vector says nothing about its meaning: it stands where unrelated ones do.
    const cosine = cosines.get(index) ?? vectors.cosine(index, semantic.vector) ?? semantic.neighbours.mean;
    const meaning = trust * standardScore(cosine, semantic.neighbours);
    return {
      index,
      score: shares.lexical * standardScore(lexical.blended[index] ?? 0, spread) + shares.vector * meaning,
    };
  });
  return scored.toSorted(byRank).slice(0, topK);
}

const articleNumber = (library: Library, leg: LegRun, found: Scored): number =>
  leg.name === 'articles' ? found.index : (library.articleOf[found.index] ?? 0);

/** The share of the legs whose best article is that of the best hit. */
function agreement(library: Library, top: Scored | undefined, legs: readonly LegRun[]): number {
  if (top === undefined || legs.length === 0) return 0;
  const article = library.articleOf[top.index] ?? 0;
  const agreeing = legs.filter(
    (leg) => leg.best[0] !== undefined && articleNumber(library, leg, leg.best[0]) === article,
  );
  return agreeing.length / legs.length;
}

function nameHits(library: Library, ranked: readonly Scored[], legs: readonly LegRun[], topK: number): Hit[] {
  const ranksOf = legs.map((leg) => ({
    name: leg.name,
    ranks: new Map(leg.best.slice(0, topK).map(({ index }, at) => [index, at + 1])),
  }));
  return ranked.map(({ index, score }) => {
    const article = library.articleOf[index] ?? 0;
    const ranks: Partial<Record<LegName, number>> = {};
    for (const leg of ranksOf) {
      const at = leg.ranks.get(leg.name === 'articles' ? article : index);
      if (at !== undefined) ranks[leg.name] = at;
    }
    return { chunkId: library.chunkId(index), articleId: library.articleId(article), score, ranks };
  });
}

function nameLeg(library: Library, leg: LegRun, topK: number): Leg {
  const hits = leg.best.slice(0, topK).map((found): LegHit => {
    const articleId = library.articleId(articleNumber(library, leg, found));
    if (leg.name === 'articles') return { articleId, score: found.score };
    return { chunkId: library.chunkId(found.index), articleId, score: found.score };
  });
  return { name: leg.name, tookMs: leg.tookMs, hits };
}
