import type { RankSignals } from '../../server/ports/search-index.ts';
import type { CoverageSignals } from '../../server/features/knowledge/retrieval/coverage.ts';
import { COMPARED } from '../../server/features/knowledge/retrieval/meaning/passage-order.ts';
import { standardised } from '../../server/search/ranking/standardised.ts';
import { signalsOf, siteSets, type Asked, type Candidate } from './dump.ts';
import { fitChoice, fitLogistic, type LogisticModel } from './fit.ts';

/** What is learned, and from what: sets by name, and the signals. */
interface Lesson {
  readonly bySet: ReadonlyMap<string, readonly Asked[]>;
  /** Sets that are learned from; the others are only reported. */
  readonly learned: readonly string[];
  readonly ranking: readonly (keyof RankSignals)[];
  /** Whether the passages that words find are ordered anew with their meaning by the table of words. */
  readonly withTable: boolean;
  readonly coverage: readonly (keyof CoverageSignals)[];
  /** Share of the near questions about small sites that `balanced` refuses. */
  readonly nearOfSmall: number;
  /** What a question about a small site counts for the ranking. */
  readonly ofSmall: number;
}

/** Questions of a set that count in full. */
const EACH = 100;

/**
 * Sets count alike up to `EACH` questions. What a site nearly covers counts three times and what is about something else eight times, since
 * they are rarer: with the same share of right answers near-topic ones fall from .14 to .11 at `balanced`.
 */
const weightOf = { covered: 1, near: 3, off: 8 } as const;

/** Learns the ranking and the coverage; prints the figures of each site with weights that were learned without it. */
export function learn(lesson: Lesson) {
  const { bySet, learned, ranking, coverage } = lesson;
  console.log('ranking             hit@1  MRR@10  weights');
  const all: { hit: number; mrr: number; count: number }[] = [];
  for (const name of siteSets) {
    const own = learnRanker(
      lesson,
      learned.filter((one) => one !== name),
    );
    const measured = rankingOf(bySet.get(name) ?? [], own);
    all.push(measured);
    console.log(
      `${name.padEnd(20)}${measured.hit.toFixed(3)}  ${measured.mrr.toFixed(3)}   ${shown(own.withTable ?? own.weights)}`,
    );
  }
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const meanOf = (of: 'hit' | 'mrr') => all.reduce((sum, one) => sum + one[of] * one.count, 0) / total;
  console.log(`${'all five'.padEnd(20)}${meanOf('hit').toFixed(3)}  ${meanOf('mrr').toFixed(3)}`);
  const ranker = learnRanker(lesson, learned);
  for (const name of [...bySet.keys()].filter((one) => !siteSets.includes(one))) {
    const { hit, mrr } = rankingOf(bySet.get(name) ?? [], ranker);
    console.log(
      `${name.padEnd(20)}${hit.toFixed(3)}  ${mrr.toFixed(3)}   (${learned.includes(name) ? 'trained with it' : 'not trained with it'})`,
    );
  }

  const judged = learned.flatMap((set) =>
    (bySet.get(set) ?? []).map((asked) => judge(asked, lesson, ranker)),
  );
  const heldOf = (names: readonly string[]) =>
    names.flatMap((left) => {
      const model = learnCoverage(judged.filter(({ set }) => set !== left));
      return judged
        .filter(({ set }) => set === left)
        .map((row) => ({ ...row, p: probability(model, row.signals) }));
    });
  const held = heldOf(siteSets);
  const thresholds = thresholdsOf(held);
  const rates = ratesOf(held, thresholds);
  console.log(rates);
  const small = smallOf(heldOf(learned.filter((name) => isSmall(bySet.get(name) ?? []))));
  const model = learnCoverage(judged);
  return {
    ranking: {
      signals: ranking,
      weights: named(ranking, ranker.weights),
      ...(ranker.withTable && {
        withTable: {
          signals: [...ranking, 'meaning'],
          weights: named([...ranking, 'meaning'], ranker.withTable),
        },
      }),
    },
    coverage: {
      signals: coverage,
      intercept: rounded(model.intercept),
      weights: named(coverage, model.weights),
      thresholds: allRounded(thresholds),
      rates,
      ...small,
    },
  };

  /** Thresholds of small sites and their rates; the most articles of a small site, and the fewest of a large one. */
  function smallOf(rows: readonly Held[]) {
    const { careful, balanced, open } = thresholdsOf(rows, lesson.nearOfSmall);
    const own = { careful, balanced, open };
    const smallRates = ratesOf(rows, own);
    console.log('small sites', smallRates);
    return {
      small: {
        articles: Math.max(...rows.map(({ set }) => articlesIn(bySet.get(set) ?? []))),
        thresholds: allRounded(own),
        rates: smallRates,
      },
      large: { articles: Math.min(...siteSets.map((name) => articlesIn(bySet.get(name) ?? []))) },
    };
  }
}

const articlesIn = ([first]: readonly Asked[]): number => first?.subject.articles ?? 0;

/** A site of a few pages; all sets of many are large or of another form. */
const isSmall = (asked: readonly Asked[]): boolean => articlesIn(asked) < MOST_SMALL;

/** The sets have either at most 40 articles or more than 100. */
const MOST_SMALL = 50;

const allRounded = (values: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)]));

const ratesOf = (held: readonly Held[], thresholds: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(thresholds).map(([name, least]) => [name, ratesAt(held, least)] as const),
  );

const named = (names: readonly string[], values: readonly number[]) =>
  Object.fromEntries(names.map((name, i) => [name, rounded(values[i] ?? 0)]));

/** Weights of the signals of the ranking, and those with the meaning at the end. */
interface Ranker {
  readonly names: readonly (keyof RankSignals)[];
  readonly weights: readonly number[];
  readonly withTable?: readonly number[];
}

/** A candidate with the signals of a ranking, in their order. */
type Valued = Candidate & { readonly values: readonly number[] };

/** Weights of the ranking of which those of words sum to 1, from the covered questions of some sets; sets count alike from `EACH` questions on. */
function learnRanker({ bySet, ranking: names, withTable, ofSmall }: Lesson, from: readonly string[]): Ranker {
  const fitted = (valued: (candidates: readonly Candidate[]) => readonly Valued[]) => {
    const choices = from.flatMap((name) => {
      const usable = (bySet.get(name) ?? []).filter(({ candidates }) =>
        candidates.some(({ isRight }) => isRight),
      );
      return usable.map(({ candidates }) => ({
        weight: Math.min(1, EACH / usable.length) * (isSmall(usable) ? ofSmall : 1),
        candidates: valued(candidates)
          .filter(({ isNeutral }) => !isNeutral)
          .map(({ values, isRight }) => ({ signals: values, isPositive: isRight })),
      }));
    });
    const own = fitChoice(choices);
    const sum = names.reduce((total, name, i) => (name === 'nearness' ? total : total + (own[i] ?? 0)), 0);
    return own.map((weight) => weight / sum);
  };
  const weights = fitted((candidates) => valuedByWords(candidates, names));
  if (!withTable) return { names, weights };
  return { names, weights, withTable: fitted((candidates) => valuedByTable(candidates, { names, weights })) };
}

/** Reads signals as the service does: a passage without a vector counts as the least near. */
function valuedByWords(
  candidates: readonly Candidate[],
  names: readonly (keyof RankSignals)[],
): readonly Valued[] {
  const least = Math.min(0, ...candidates.map(({ signals }) => signals.nearness ?? 0));
  return candidates.map((one) => ({ ...one, values: names.map((name) => one.signals[name] ?? least) }));
}

/** The same with the meaning of the best by words; the others count as the least alike. */
function valuedByTable(candidates: readonly Candidate[], { names, weights }: Ranker): readonly Valued[] {
  const order = byScore(valuedByWords(candidates, names), weights);
  const meanings = standardised(order.slice(0, COMPARED).map(({ likeness }) => likeness));
  const least = Math.min(...meanings);
  return order.map((one, at) => ({ ...one, values: [...one.values, meanings[at] ?? least] }));
}

function byScore(candidates: readonly Valued[], weights: readonly number[]) {
  return candidates
    .map((one) => ({
      ...one,
      score: one.values.reduce((sum, value, i) => sum + (weights[i] ?? 0) * value, 0),
    }))
    .toSorted((a, b) => b.score - a.score);
}

const ranked = (candidates: readonly Candidate[], ranker: Ranker) =>
  ranker.withTable
    ? byScore(valuedByTable(candidates, ranker), ranker.withTable)
    : byScore(valuedByWords(candidates, ranker.names), ranker.weights);

function rankingOf(asked: readonly Asked[], ranker: Ranker) {
  const ranks = asked
    .filter(({ kind }) => kind === 'covered')
    .map(({ candidates }) => {
      const kept = ranked(candidates, ranker).filter(({ isNeutral }) => !isNeutral);
      const articles = [...new Map(kept.map((one) => [one.article, one.isRight]))].slice(0, 10);
      return articles.findIndex(([, isRight]) => isRight);
    });
  const mean = (valueOf: (rank: number) => number) =>
    ranks.reduce((sum, rank) => sum + valueOf(rank), 0) / ranks.length;
  return {
    count: ranks.length,
    hit: mean((rank) => (rank === 0 ? 1 : 0)),
    mrr: mean((rank) => (rank < 0 ? 0 : 1 / (rank + 1))),
  };
}

interface Judged {
  readonly set: string;
  readonly kind: Asked['kind'];
  readonly isRight: boolean;
  readonly isNeutral: boolean;
  readonly signals: readonly number[];
}

/** A question with the coverage signals of its ranking; covered are those whose first article answers. */
function judge(asked: Asked, { coverage }: Lesson, { names, weights }: Ranker): Judged {
  const { set, kind, candidates } = asked;
  // What words answer is not ordered anew.
  const order = ranked(candidates, { names, weights });
  const signals = signalsOf(asked, order);
  return {
    set,
    kind,
    isRight: order[0]?.isRight ?? false,
    isNeutral: order[0]?.isNeutral ?? false,
    signals: coverage.map((name) => signals[name] ?? 0),
  };
}

function learnCoverage(rows: readonly Judged[]): LogisticModel {
  const counts = new Map([...Map.groupBy(rows, ({ set }) => set)].map(([set, own]) => [set, own.length]));
  return fitLogistic(
    rows.map(({ set, kind, isRight, isNeutral, signals }) => ({
      signals,
      isPositive: isRight || (isNeutral && kind === 'covered'),
      weight: Math.min(1, EACH / (counts.get(set) ?? 1)) * weightOf[kind],
    })),
  );
}

function probability({ intercept, weights }: LogisticModel, signals: readonly number[]): number {
  const logit = signals.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), intercept);
  return 1 / (1 + Math.exp(-logit));
}

type Held = Judged & { readonly p: number };

const isWrong = ({ kind, isRight, isNeutral }: Judged): boolean =>
  kind === 'covered' && !isRight && !isNeutral;

function thresholdsOf(held: readonly Held[], leastNear = 0.8) {
  const ofKind = (kind: Asked['kind']) => held.filter((row) => row.kind === kind).map(({ p }) => p);
  const ofRight = held.filter(({ kind, isRight }) => kind === 'covered' && isRight).map(({ p }) => p);
  /** The least probability of a question above a value. */
  const above = (value: number) => Math.min(...held.map(({ p }) => p).filter((p) => p > value));
  /** Of questions about something else, 3 of 100 at most are answered. */
  const offTopic = above(quantile(ofKind('off'), 0.97 - 1 / ofKind('off').length));
  const ofWrong = held.filter(isWrong).map(({ p }) => p);
  /** Of covered questions, 4 of 100 at most are answered from a wrong article. */
  const wrong = above(ofWrong.toSorted((a, b) => b - a)[Math.floor(0.04 * ofKind('covered').length)] ?? 0);
  return {
    careful: Math.max(quantile(ofKind('near'), 0.9), offTopic, wrong),
    balanced: Math.max(quantile(ofKind('near'), leastNear), offTopic, wrong),
    open: quantile(ofKind('near'), 0.66),
    // Of questions whose first article is right, one in fifty is shown no places and one in two hundred no article.
    close: quantile(ofRight, 0.02),
    near: quantile(ofRight, 0.005),
  };
}

function ratesAt(held: readonly Held[], least: number) {
  const share = (kind: Asked['kind'], isSo: (row: Held) => boolean) => {
    const own = held.filter((row) => row.kind === kind);
    return rounded(own.filter((row) => row.p >= least && isSo(row)).length / own.length);
  };
  return {
    right: share('covered', ({ isRight }) => isRight),
    wrong: share('covered', isWrong),
    near: share('near', () => true),
    off: share('off', () => true),
  };
}

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length))] ?? 0;
}

export const rounded = (value: number): number => Number(value.toFixed(4));

const shown = (values: readonly number[]): string => values.map((value) => value.toFixed(3)).join(' ');
