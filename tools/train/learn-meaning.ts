import {
  scoreOf,
  type MeaningSignals,
} from '../../server/features/knowledge/retrieval/meaning/meaning-search.ts';
import type { AskedByMeaning } from './dump.ts';
import { fitChoice } from './fit.ts';
import { quantile, rounded } from './learn.ts';

/** Learns how near a passage in another language is; prints the share of right first articles of each language, learned without it. */
export function learnMeaning(asked: readonly AskedByMeaning[], names: readonly (keyof MeaningSignals)[]) {
  const held = [...new Set(asked.map(({ language }) => language))].flatMap((left) => {
    const own = asked.filter(({ language }) => language === left);
    const weights = weightsOf(
      asked.filter(({ language }) => language !== left),
      names,
    );
    return own.map((one) => firstOf(one, weights));
  });
  const hits = (some: typeof held) => {
    const covered = some.filter(({ kind }) => kind === 'covered');
    return rounded(covered.filter(({ isRight }) => isRight).length / covered.length);
  };
  /** Of questions whose first article is right, one in twenty is shown nothing. */
  const threshold = quantile(
    held.filter(({ kind, isRight }) => kind === 'covered' && isRight).map(({ score }) => score),
    0.05,
  );
  const off = held.filter(({ kind }) => kind === 'off');
  const rates = {
    hit1: hits(held),
    ...Object.fromEntries(
      [...Map.groupBy(held, ({ language }) => language)].map(([name, some]) => [name, hits(some)]),
    ),
    off: rounded(off.filter(({ score }) => score >= threshold).length / off.length),
  };
  console.log('other languages', rates);
  const weights = Object.entries(weightsOf(asked, names)).map(([name, value]) => [name, rounded(value)]);
  return { signals: names, weights: Object.fromEntries(weights), threshold: rounded(threshold), rates };
}

/** Weights that sum to 1. */
function weightsOf(
  from: readonly AskedByMeaning[],
  names: readonly (keyof MeaningSignals)[],
): MeaningSignals {
  const fitted = fitChoice(
    from
      .filter(({ candidates }) => candidates.some(({ isRight }) => isRight))
      .map(({ candidates }) => ({
        weight: 1,
        candidates: candidates.map(({ signals, isRight }) => ({
          signals: names.map((name) => signals[name] ?? 0),
          isPositive: isRight,
        })),
      })),
  );
  const sum = fitted.reduce((total, weight) => total + weight, 0);
  const [title = 0, passage = 0, words = 0, nearness] = fitted.map((weight) => weight / sum);
  return { title, passage, words, ...(nearness !== undefined && { nearness }) };
}

function firstOf({ language, kind, candidates }: AskedByMeaning, weights: MeaningSignals) {
  const [first] = candidates
    .map(({ signals, isRight }) => ({ isRight, score: scoreOf(signals, weights) }))
    .toSorted((a, b) => b.score - a.score);
  return { language, kind, isRight: first?.isRight ?? false, score: first?.score ?? 0 };
}
