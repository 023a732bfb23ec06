import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signalNames as names } from '../../server/features/knowledge/retrieval/coverage.ts';
import {
  meaningNames,
  scoreOf,
  type MeaningSignals,
} from '../../server/features/knowledge/retrieval/meaning/meaning-search.ts';
import { ranker } from '../../server/search/query/ranker.ts';
import {
  dumpHandbook,
  dumpOtherLanguages,
  dumpSet,
  dumpSmallSites,
  dumpTestSites,
  otherSets,
  signalsOf,
  siteSets,
  type Asked,
  type AskedByMeaning,
  type Candidate,
} from './dump.ts';
import { fitChoice, fitLogistic, type LogisticModel } from './fit.ts';

/**
 * Learns the weights of the ranking and of the coverage from question sets, and reports each site with weights that were learned
 * without it. Run by hand: `node tools/train/main.ts`; it writes the two JSON files of the service and prints their figures.
 */
/** Questions of a set that count in full. */
const EACH = 100;

/**
 * Sets count alike up to `EACH` questions. What a site nearly covers counts three times and what is about something else eight times, since
 * they are rarer: with the same share of right answers near-topic ones fall from .14 to .11 at `balanced`.
 */
const weightOf = { covered: 1, near: 3, off: 8 } as const;

const bySet = new Map<string, readonly Asked[]>();
for (const name of [...siteSets, ...otherSets]) bySet.set(name, await dumpSet(name));
for (const [name, asked] of Map.groupBy(
  [...(await dumpSmallSites()), ...(await dumpTestSites())],
  ({ set }) => set,
))
  bySet.set(name, asked);
bySet.set('handbook', await dumpHandbook());
const sets = [...bySet.keys()];

const words = ['article', 'ngrams', 'title'] as const;
/** The handbook is only reported: its questions are those of its own writers. */
const learned = sets.filter((name) => name !== 'handbook');
const rankerWithout = (left: string | undefined) => learnRanker(learned.filter((name) => name !== left));

console.log('ranking             hit@1  MRR@10  weights');
for (const name of siteSets) {
  const weights = rankerWithout(name);
  const { hit, mrr } = rankingOf(bySet.get(name) ?? [], weights);
  console.log(`${name.padEnd(20)}${hit.toFixed(3)}  ${mrr.toFixed(3)}   ${shown(weights)}`);
}
const weights = rankerWithout(undefined);
for (const name of sets.filter((one) => !siteSets.includes(one))) {
  const { hit, mrr } = rankingOf(bySet.get(name) ?? [], weights);
  console.log(
    `${name.padEnd(20)}${hit.toFixed(3)}  ${mrr.toFixed(3)}   (${learned.includes(name) ? 'trained with it' : 'not trained with it'})`,
  );
}

interface Judged {
  readonly set: string;
  readonly kind: Asked['kind'];
  readonly isRight: boolean;
  readonly isNeutral: boolean;
  readonly signals: readonly number[];
}
const judged: readonly Judged[] = learned.flatMap((set) =>
  (bySet.get(set) ?? []).map((asked) => judge(asked)),
);
const held = siteSets.flatMap((left) => {
  const model = learnCoverage(judged.filter(({ set }) => set !== left));
  return judged
    .filter(({ set }) => set === left)
    .map((row) => ({ ...row, p: probability(model, row.signals) }));
});
const ofKind = (kind: Asked['kind']) => held.filter((row) => row.kind === kind).map(({ p }) => p);
const ofRight = held.filter(({ kind, isRight }) => kind === 'covered' && isRight).map(({ p }) => p);
/** Of questions about something else, 3 of 100 at most are answered. */
const offTopic = above(quantile(ofKind('off'), 0.97 - 1 / ofKind('off').length));
const thresholds = {
  careful: Math.max(quantile(ofKind('near'), 0.9), offTopic),
  balanced: Math.max(quantile(ofKind('near'), 0.8), offTopic),
  open: quantile(ofKind('near'), 0.66),
  // Of questions whose first article is right, one in fifty is shown no places and one in two hundred no article.
  close: quantile(ofRight, 0.02),
  near: quantile(ofRight, 0.005),
};
const rates = Object.fromEntries(
  Object.entries(thresholds).map(([name, least]) => [name, ratesAt(least)] as const),
);
console.log(rates);
const model = learnCoverage(judged);

const meaning = await dumpOtherLanguages();
const heldMeaning = [...new Set(meaning.map(({ language }) => language))].flatMap((left) => {
  const own = meaning.filter(({ language }) => language === left);
  const weights = learnMeaning(meaning.filter(({ language }) => language !== left));
  return own.map((asked) => firstByMeaning(asked, weights));
});
const hitsByMeaning = (some: typeof heldMeaning) => {
  const covered = some.filter(({ kind }) => kind === 'covered');
  return rounded(covered.filter(({ isRight }) => isRight).length / covered.length);
};
/** Of questions whose first article is right, one in twenty is shown nothing. */
const threshold = quantile(
  heldMeaning.filter(({ kind, isRight }) => kind === 'covered' && isRight).map(({ score }) => score),
  0.05,
);
const off = heldMeaning.filter(({ kind }) => kind === 'off');
const ratesOfMeaning = {
  hit1: hitsByMeaning(heldMeaning),
  ...Object.fromEntries(
    [...Map.groupBy(heldMeaning, ({ language }) => language)].map(([name, some]) => [
      name,
      hitsByMeaning(some),
    ]),
  ),
  off: rounded(off.filter(({ score }) => score >= threshold).length / off.length),
};
console.log('other languages', ratesOfMeaning);
await write('../../server/features/knowledge/retrieval/meaning/meaning.json', {
  signals: meaningNames,
  weights: Object.fromEntries(
    Object.entries(learnMeaning(meaning)).map(([name, value]) => [name, rounded(value)]),
  ),
  threshold: rounded(threshold),
  rates: ratesOfMeaning,
});

await write('../../server/search/query/ranker.json', {
  signals: [...words, 'cosine'],
  weights: {
    ...Object.fromEntries(words.map((name, i) => [name, rounded(weights[i] ?? 0)])),
    cosine: ranker.weights.cosine,
  },
});
await write('../../server/features/knowledge/retrieval/coverage.json', {
  signals: names,
  intercept: rounded(model.intercept),
  weights: Object.fromEntries(names.map((name, i) => [name, rounded(model.weights[i] ?? 0)])),
  thresholds: Object.fromEntries(Object.entries(thresholds).map(([name, value]) => [name, rounded(value)])),
  rates,
});

/** Weights of the ranking that sum to 1, from the covered questions of some sets; sets count alike from `EACH` questions on. */
function learnRanker(from: readonly string[]): readonly number[] {
  const choices = from.flatMap((name) => {
    const usable = (bySet.get(name) ?? []).filter(({ candidates }) =>
      candidates.some(({ isRight }) => isRight),
    );
    return usable.map(({ candidates }) => ({
      weight: Math.min(1, EACH / usable.length),
      candidates: candidates
        .filter(({ isNeutral }) => !isNeutral)
        .map(({ signals, isRight }) => ({
          signals: words.map((word) => signals[word]),
          isPositive: isRight,
        })),
    }));
  });
  const fitted = fitChoice(choices);
  const sum = fitted.reduce((total, weight) => total + weight, 0);
  return fitted.map((weight) => weight / sum);
}

/** Weights that sum to 1. */
function learnMeaning(from: readonly AskedByMeaning[]): MeaningSignals {
  const fitted = fitChoice(
    from
      .filter(({ candidates }) => candidates.some(({ isRight }) => isRight))
      .map(({ candidates }) => ({
        weight: 1,
        candidates: candidates.map(({ signals, isRight }) => ({
          signals: meaningNames.map((name) => signals[name]),
          isPositive: isRight,
        })),
      })),
  );
  const sum = fitted.reduce((total, weight) => total + weight, 0);
  const [title = 0, passage = 0, byWords = 0] = fitted.map((weight) => weight / sum);
  return { title, passage, words: byWords };
}

function firstByMeaning({ language, kind, candidates }: AskedByMeaning, weights: MeaningSignals) {
  const [first] = candidates
    .map(({ signals, isRight }) => ({ isRight, score: scoreOf(signals, weights) }))
    .toSorted((a, b) => b.score - a.score);
  return { language, kind, isRight: first?.isRight ?? false, score: first?.score ?? 0 };
}

function ranked(candidates: readonly Candidate[], weights: readonly number[]) {
  const scoreOf = ({ signals }: Candidate) =>
    words.reduce((sum, word, i) => sum + (weights[i] ?? 0) * signals[word], 0);
  return candidates
    .map((candidate) => ({ ...candidate, score: scoreOf(candidate) }))
    .toSorted((a, b) => b.score - a.score);
}

function rankingOf(asked: readonly Asked[], weights: readonly number[]) {
  const ranks = asked
    .filter(({ kind }) => kind === 'covered')
    .map(({ candidates }) => {
      const kept = ranked(candidates, weights).filter(({ isNeutral }) => !isNeutral);
      const articles = [...new Map(kept.map((one) => [one.article, one.isRight]))].slice(0, 10);
      return articles.findIndex(([, isRight]) => isRight);
    });
  const mean = (valueOf: (rank: number) => number) =>
    ranks.reduce((sum, rank) => sum + valueOf(rank), 0) / ranks.length;
  return { hit: mean((rank) => (rank === 0 ? 1 : 0)), mrr: mean((rank) => (rank < 0 ? 0 : 1 / (rank + 1))) };
}

/** A question with the coverage signals of its ranking; covered are those whose first article answers. */
function judge(asked: Asked): Judged {
  const { set, kind, candidates } = asked;
  const order = ranked(candidates, weights);
  const signals = signalsOf(asked, order);
  return {
    set,
    kind,
    isRight: order[0]?.isRight ?? false,
    isNeutral: order[0]?.isNeutral ?? false,
    signals: names.map((name) => signals[name]),
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

function ratesAt(least: number) {
  const share = (kind: Asked['kind'], isSo: (row: (typeof held)[number]) => boolean) => {
    const own = held.filter((row) => row.kind === kind);
    return rounded(own.filter((row) => row.p >= least && isSo(row)).length / own.length);
  };
  return {
    right: share('covered', ({ isRight }) => isRight),
    wrong: share('covered', ({ isRight, isNeutral }) => !isRight && !isNeutral),
    near: share('near', () => true),
    off: share('off', () => true),
  };
}

/** The least probability of a question above a value. */
function above(value: number): number {
  return Math.min(...held.map(({ p }) => p).filter((p) => p > value));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length))] ?? 0;
}

async function write(path: string, value: object): Promise<void> {
  // Lists of names stand in one line, as the formatter has them.
  const text = JSON.stringify(value, undefined, 2).replace(/\[[^[\]]*\]/g, (list) =>
    list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  );
  await writeFile(join(import.meta.dirname, path), `${text}\n`);
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

function shown(values: readonly number[]): string {
  return values.map((value) => value.toFixed(3)).join(' ');
}
