import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import type { Evidence, Hit, Subject, SubjectTerm, TermKey } from '../../../ports/search-index.ts';
import { sentences } from '../../../text/sentences.ts';
import { factsAsked, numberAsked } from '../../../text/question/fact-kinds.ts';
import { stemLanguageOf, type StemLanguage } from '../../../text/morphology/stem.ts';
import { isPairKind, kindOf } from '../../../search/analysis/term.ts';
import { createTermReader } from '../../../search/analysis/term-reader.ts';
import { coverageModel } from './coverage-model.ts';

type Caution = ConfigGroups['retrieval']['caution'];

/** What tells whether the first article answers a question. Shares are by BM25 gain, from 0 to 1. */
export interface CoverageSignals {
  /** BM25 of the first article, relative to what an article with every term of the question could reach. */
  readonly article: number;
  /**
   * ln(1 + number of terms of the question in the best window: two neighbouring sentences of the first article with the title and headings
   * above them). Two of two words say less than eight of ten.
   */
  readonly held: number;
  /** Share of the question's words that the title and headings of a passage of the first article name. */
  readonly headings: number;
  /** Share of the question that the site knows. */
  readonly known: number;
  /** ln(`LEAST_LEAD` + lead of the first article's score over that of the next one, or over nothing). */
  readonly lead: number;
  /** How much more of the question the best window holds than that of any of the next passages of other articles. */
  readonly margin: number;
  /**
   * 1 where a question asks for a price, a time or another fact that shows by its form and the best window shows one, −1 where no passage of
   * the first article does (with vectors 0); otherwise 0.
   */
  readonly fact: number;
  /**
   * With vectors 1 where no passage of the first article shows the fact that is asked for; otherwise 0. As a signal of its own it has
   * questions about small sites answered rightly for .607 instead of .584 at `balanced`; by words it costs .015 on the five sites.
   */
  readonly missing?: number;
  /**
   * How much nearer the first article's nearest passage is than the next passages of other articles in the mean; missing where the first
   * passage has no vector.
   */
  readonly nearness?: number;
}

/** Differences below it are noise. */
const LEAST_LEAD = 0.02;

/** Passages of the first article that are read, and as many of the others. */
export const READ = 4;

/** A passage in the order of the ranking. */
interface RankedPassage extends Pick<Hit, 'articleId' | 'score' | 'signals'> {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
}

/** Signals of a question, as it was typed, from its passages in the order of the ranking. */
export function coverageSignals(
  { language, terms, known }: Subject,
  ranked: readonly RankedPassage[],
  question: string,
): CoverageSignals {
  const [first] = ranked;
  const isOwn = ({ articleId }: RankedPassage) => articleId === first?.articleId;
  const ofFirst = ranked.filter(isOwn).slice(0, READ);
  const others = ranked.filter((one) => !isOwn(one)).slice(0, READ);
  const [next] = others;
  const lead = (first?.score ?? 0) - (next?.score ?? 0);
  const read = createPassageReader(terms, stemLanguageOf(language));
  const own = ofFirst.map(read);
  const best = own.reduce((top, one) => (one.window > top.window ? one : top), NOTHING_READ);
  const fact = factShown(question, best.text, own);
  return {
    article: first?.signals.article ?? 0,
    held: Math.log(1 + best.held),
    headings: Math.max(0, ...own.map(({ headings }) => headings)),
    known,
    lead: Math.log(LEAST_LEAD + Math.max(0, lead)),
    margin: best.window - Math.max(0, ...others.map((passage) => read(passage).window)),
    fact,
    ...(first?.signals.nearness !== undefined && {
      fact: Math.max(0, fact),
      missing: Math.max(0, -fact),
      nearness: Math.max(...nearnessOf(ofFirst)) - meanOf(nearnessOf(others)),
    }),
  };
}

const nearnessOf = (passages: readonly RankedPassage[]): readonly number[] =>
  passages.flatMap(({ signals }) => signals.nearness ?? []);

/** Of no values 0, the mean of the question's candidates. */
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** What one passage has of a question. */
interface PassageRead {
  readonly window: number;
  /** Number of terms in the window. */
  readonly held: number;
  readonly headings: number;
  /** The sentences of the window, and the whole passage. */
  readonly text: string;
  readonly whole: string;
}

const NOTHING_READ: PassageRead = { window: 0, held: 0, headings: 0, text: '', whole: '' };

/** Reads a passage: the window is a sentence and its next one, with the title and headings above them. */
function createPassageReader(
  terms: Subject['terms'],
  language: StemLanguage,
): (passage: RankedPassage) => PassageRead {
  const { read, namedBy } = createSubjectReader(terms, language);
  const gainOf = (some: readonly SubjectTerm[]) => some.reduce((sum, { gain }) => sum + gain, 0);
  const all = gainOf(terms) || 1;
  const allWords = gainOf(terms.filter(isWord)) || 1;
  return ({ title, headingPath, text }) => {
    const above = read([title, ...headingPath].join('\n'));
    const parts = sentences(text).map((sentence) => sentence.text);
    const held = parts.map(read);
    const headings = gainOf(namedBy(above).filter(isWord)) / allWords;
    let best = { ...NOTHING_READ, whole: text, headings };
    for (const [at, own] of held.entries()) {
      const inWindow = namedBy(own.union(held[at + 1] ?? own).union(above));
      const window = gainOf(inWindow) / all;
      if (window > best.window)
        best = { ...best, window, held: inWindow.length, text: parts.slice(at, at + 2).join(' ') };
    }
    return best;
  };
}

/** Reads which terms a text has, and tells which of the question they name, as they are or in another wording. */
function createSubjectReader(terms: Subject['terms'], language: StemLanguage) {
  const keys: TermKey[] = [];
  const placesOf = (some: readonly TermKey[]) => some.map((key) => keys.push(key) - 1);
  const ways = terms.map((term) => ({ term, wordings: [[term], ...term.wordings].map(placesOf) }));
  return {
    read: createTermReader(keys, language),
    namedBy: (held: ReadonlySet<number>): readonly SubjectTerm[] =>
      ways
        .filter(({ wordings }) => wordings.some((places) => places.every((place) => held.has(place))))
        .map(({ term }) => term),
  };
}

/** 1 where the window shows what a question asks for by its form, −1 where no passage does; 0 between them, and where it asks for nothing of the kind. */
function factShown(question: string, window: string, passages: readonly PassageRead[]): -1 | 0 | 1 {
  const number = numberAsked(question);
  const asked = [...factsAsked(question), ...(number ? [number] : [])];
  if (asked.length === 0) return 0;
  const isShownIn = (text: string) => asked.every((one) => one.test(text));
  if (isShownIn(window)) return 1;
  return isShownIn(passages.map(({ whole }) => whole).join('\n')) ? 0 : -1;
}

/** A word, or a character of a script without spaces. */
const isWord = ({ high }: SubjectTerm): boolean => !isPairKind(kindOf(high));

/** The signals that the weights are for, in their order. */
export const signalNames = [
  'article',
  'held',
  'headings',
  'known',
  'lead',
  'margin',
  'fact',
] as const satisfies readonly (keyof CoverageSignals)[];

/** Those of the weights that were learned with vectors. */
export const signalNamesWithVectors = [
  ...signalNames,
  'missing',
  'nearness',
] as const satisfies readonly (keyof CoverageSignals)[];

/**
 * The evidence of the signals: the probability that the first article answers, by logistic regression with learned weights, and its level at
 * the operating point of a setting on a site of so many articles. A translated question keeps the share `certainty` of it.
 */
export function evidenceOf(
  signals: CoverageSignals,
  caution: Caution,
  {
    certainty = 1,
    articles = Infinity,
  }: { readonly certainty?: number | undefined; readonly articles?: number } = {},
): Evidence {
  const hasVectors = signals.nearness !== undefined;
  const { intercept, thresholds, ...model } = modelFor(hasVectors);
  const weights: Readonly<Partial<CoverageSignals>> = model.weights;
  const names = hasVectors ? signalNamesWithVectors : signalNames;
  const logit = names.reduce((sum, name) => sum + (weights[name] ?? 0) * (signals[name] ?? 0), intercept);
  const score = Math.min(1, certainty / (1 + Math.exp(-logit)));
  const isClose = score >= thresholds.close && signals.article > 0;
  const level =
    score >= leastAt(caution, articles, hasVectors) ? 'answers' : isClose ? 'close' : 'not_covered';
  return {
    score,
    level,
    covered: level === 'answers',
    isNear: score >= thresholds.near && signals.article > 0,
    reasons: Object.entries(signals).map(([name, value]) => `${name} ${Number(value).toFixed(2)}`),
  };
}

const modelFor = (hasVectors: boolean) => (hasVectors ? coverageModel.withVectors : coverageModel);

/**
 * The threshold of an operating point. A small site has few other pages that look alike, so that the same share of its uncovered questions
 * passes a lower one; between small and large sites it changes with the logarithm of their articles.
 */
export function leastAt(caution: Caution, articles: number, hasVectors = false): number {
  const { small, thresholds } = modelFor(hasVectors);
  return thresholds[caution] + smallness(articles) * (small.thresholds[caution] - thresholds[caution]);
}

/** 1 for a site of as few articles as the small ones that were learned from, 0 from as many as the large ones on. */
function smallness(articles: number): number {
  const { small, large } = coverageModel;
  const part = Math.log(large.articles / articles) / Math.log(large.articles / small.articles);
  return Math.min(1, Math.max(0, part));
}

/** The evidence for what meaning alone found. */
export const nearby = (evidence: Evidence): Evidence => ({
  ...evidence,
  level: 'close',
  isNear: true,
  reasons: [...evidence.reasons, 'found by meaning alone'],
});
