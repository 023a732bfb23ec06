import type { Hit } from '../../../../ports/search-index.ts';
import type { OpenWords } from '../../../../text/word-vectors/shipped-words.ts';
import { createYieldEvery } from '../../../../work/event-loop.ts';
import { scoreByWords } from '../../../../search/ranking/ranker.ts';
import { embeddedText } from '../../cutting/cut-article.ts';
import type { Heads, TitledHead } from '../../heads/heads.ts';
import type { Generation, KnowledgeStore, StoredChunk } from '../../store.ts';
import { createWordMeaning } from './word-meaning.ts';
import fitted from './meaning.json' with { type: 'json' };

/** What the nearness of a passage to a question is made of; cosines are by the table of words. */
export interface MeaningSignals {
  /** Cosine of question and title of the article. */
  readonly title: number;
  /** Cosine of question and passage under its title and headings. */
  readonly passage: number;
  /** The ranker's score by words, 0 where they did not find the passage: names are the same in every language. */
  readonly words: number;
  /** Nearness by the vectors of a model; missing without one. */
  readonly nearness?: number;
}

/** Weights, and the score from which on an article may have to do with the question; `tools/train` learns them. */
export const meaningModel = fitted;

export const meaningNames = [
  'title',
  'passage',
  'words',
] as const satisfies readonly (keyof MeaningSignals)[];

/** Those of the weights that were learned with vectors. */
export const meaningNamesWithVectors = [
  ...meaningNames,
  'nearness',
] as const satisfies readonly (keyof MeaningSignals)[];

/** The titles of these articles at least. */
interface TitledHeads {
  of(ids: readonly string[]): Promise<ReadonlyMap<string, TitledHead>>;
}

/** A passage that was found by the meaning of its words. */
export interface MeaningHit {
  readonly articleId: string;
  readonly chunk: StoredChunk;
  readonly signals: MeaningSignals;
  readonly score: number;
}

export type MeaningSearch = (
  question: string,
  hits: readonly Pick<Hit, 'articleId' | 'chunkId' | 'score' | 'signals'>[],
  how: { readonly signal: AbortSignal; readonly within?: string | undefined },
) => Promise<readonly MeaningHit[]>;

/**
 * Finds passages in another language than the question, where no dictionary joins the two, best first: those that have vectors of a model
 * among the hits, or else those of the articles whose titles are nearest by the table of words; none without both. The table's vectors are
 * made when they are first needed, and kept for the last of them.
 */
export function createMeaningSearch({
  live,
  store,
  words,
}: {
  readonly live: {
    readonly generation: Pick<Generation, 'generation'> | undefined;
    readonly heads: Pick<Heads, 'titles'> & TitledHeads;
  };
  readonly store: Pick<KnowledgeStore, 'chunksOf'>;
  readonly words?: OpenWords;
}): MeaningSearch {
  const meaningOf = createWordMeaning(MOST_TITLES + MOST_PASSAGES, words);
  return async (question, hits, { signal, within }) => {
    const { generation, heads } = live;
    if (generation === undefined) return [];
    const yieldIfDue = createYieldEvery(TURN_MS, signal);
    const nearness = await meaningOf(question);
    const hasVectors = hits.some(({ signals }) => signals.nearness !== undefined);
    if (!nearness && !hasVectors) return [];
    const nearnessTo = (text: string, key = text) => nearness?.(key, (table) => table.embed(text)) ?? 0;
    const ids = new Set(hits.map(({ articleId }) => articleId));
    if (!hasVectors) {
      const admitted = within === undefined ? undefined : new Set(within.split('\n'));
      const titles: { readonly id: string; readonly near: number }[] = [];
      for (const { id, title } of (await heads.titles(MOST_TITLES)).values()) {
        if (admitted === undefined || admitted.has(id)) titles.push({ id, near: nearnessTo(title) });
        await yieldIfDue();
      }
      titles.sort((a, b) => b.near - a.near);
      for (const { id } of titles.slice(0, MOST_ARTICLES)) ids.add(id);
    }
    const byKey = new Map(hits.map((hit) => [`${hit.articleId} ${hit.chunkId}`, hit.signals]));
    const found: MeaningHit[] = [];
    const articles = await heads.of([...ids]);
    for (const [articleId, chunks] of await store.chunksOf(generation.generation, [...ids])) {
      const title = articles.get(articleId)?.title ?? '';
      const ofTitle = nearnessTo(title);
      for (const chunk of chunks.slice(0, MOST_OF_AN_ARTICLE)) {
        const ranked = byKey.get(`${articleId} ${chunk.identity}`);
        if (hasVectors && ranked?.nearness === undefined) continue;
        const passage = nearnessTo(embeddedText(title, chunk.headingPath, chunk.text), chunk.vectorKey);
        const signals: MeaningSignals = {
          title: ofTitle,
          passage,
          words: ranked === undefined ? 0 : scoreByWords(ranked),
          ...(ranked?.nearness !== undefined && { nearness: ranked.nearness }),
        };
        found.push({ articleId, chunk, signals, score: scoreOf(signals) });
        await yieldIfDue();
      }
    }
    return found.toSorted((a, b) => b.score - a.score);
  };
}

export function scoreOf(
  signals: MeaningSignals,
  weights: MeaningSignals = modelFor(signals).weights,
): number {
  return meaningNamesWithVectors.reduce((sum, name) => sum + (weights[name] ?? 0) * (signals[name] ?? 0), 0);
}

/** Whether a passage may have to do with the question. */
export const isNear = ({ score, signals }: Pick<MeaningHit, 'score' | 'signals'>): boolean =>
  score >= modelFor(signals).threshold;

const modelFor = ({
  nearness,
}: MeaningSignals): { readonly weights: MeaningSignals; readonly threshold: number } =>
  nearness === undefined ? meaningModel : meaningModel.withVectors;

/** A site with more titles is not looked through, since each question would pass over all of them. */
const MOST_TITLES = 100_000;
/** Passages whose vectors are kept beside those of the titles. */
const MOST_PASSAGES = 8_000;
/** Of 100 French, German, Spanish and Japanese questions about 293 pages in English, 81 have the right one among those of so many titles. */
const MOST_ARTICLES = 50;
/** Passages of one article that are compared: a book on one page takes no second. */
const MOST_OF_AN_ARTICLE = 60;
/** The longest stretch of work without a yield to the event loop. */
const TURN_MS = 8;
