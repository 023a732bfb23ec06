import type { SegmentSignals } from '../../server/adapters/models/builtin/extractive/score.ts';
import { siteSets, type Asked } from './dump.ts';
import { fitChoice } from './fit.ts';
import { rounded } from './learn.ts';

/** Questions of a set that count in full. */
const EACH = 50;

/** Learns which segment of an article is quoted; prints the share of right ones of each group of sets, learned without it. */
export function learnPick(asked: readonly Asked[], names: readonly (keyof SegmentSignals)[]) {
  const usable = asked.filter(({ segments }) => segments.some(({ isRight }) => isRight));
  const groupOf = ({ set }: Asked) => (siteSets.includes(set) || texts.includes(set) ? set : 'small sites');
  const rates = [...Map.groupBy(usable, groupOf)].map(([name, own]) => {
    const weights = weightsOf(
      usable.filter((one) => groupOf(one) !== name),
      names,
    );
    const right = own.filter((one) => isRight(one, names, weights)).length;
    return [name, rounded(right / own.length)] as const;
  });
  console.log('pick', Object.fromEntries(rates));
  const weights = weightsOf(usable, names);
  return {
    signals: names,
    weights: Object.fromEntries(names.map((name, i) => [name, rounded(weights[i] ?? 0)])),
    rates: Object.fromEntries(rates),
  };
}

/** Sets of passages of encyclopaedias. */
const texts = ['zh-cmrc', 'en-squad'];

/** Weights of which those of words sum to 1. */
function weightsOf(asked: readonly Asked[], names: readonly (keyof SegmentSignals)[]): readonly number[] {
  const counts = new Map([...Map.groupBy(asked, ({ set }) => set)].map(([set, own]) => [set, own.length]));
  const fitted = fitChoice(
    asked.map(({ set, segments }) => ({
      weight: Math.min(1, EACH / (counts.get(set) ?? 1)),
      candidates: segments.map(({ signals, isRight }) => ({
        signals: valuesOf(signals, names),
        isPositive: isRight,
      })),
    })),
  );
  const sum = names.reduce((total, name, i) => (ofPassage.has(name) ? total : total + (fitted[i] ?? 0)), 0);
  return fitted.map((weight) => weight / sum);
}

const ofPassage: ReadonlySet<keyof SegmentSignals> = new Set(['ngrams', 'meaning', 'nearness']);

const valuesOf = (signals: SegmentSignals, names: readonly (keyof SegmentSignals)[]) =>
  names.map((name) => signals[name] ?? 0);

function isRight(
  { segments }: Asked,
  names: readonly (keyof SegmentSignals)[],
  weights: readonly number[],
): boolean {
  const [best] = segments
    .map((segment) => ({
      segment,
      score: valuesOf(segment.signals, names).reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0),
    }))
    .toSorted((a, b) => b.score - a.score);
  return best?.segment.isRight ?? false;
}
