import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { scoreOf, sumOf, type Model } from '../../server/text/support/model.ts';
import current from '../../server/text/support/weights.json' with { type: 'json' };
import { inputNames, signalCount } from '../../server/text/support/signals.ts';
import { meanOfForests } from './boosting.ts';
import { descend, type Row } from './logistic.ts';
import { readCases } from './labelled.ts';
import { siteOf, type Sample, type Site } from './samples.ts';

/*
 * Learns the weights and trees of the signals (`server/text/support/weights.json` and `trees.json`) from the labelled statements of
 * `eval/marks`, never from those in its folder `reported`: half of a logistic regression, and boosted trees that correct it. Each statement
 * stands for the sentences that speak best for it. The same statements give the same bytes. The numbers in use are older, from the first
 * 2,019 statements: alone, what is learned now takes some false ones for true (`docs/answering-experiments.md`). Thresholds, and how much
 * the signals count beside the edits, are learned by `learn.py`.
 */

/**
 * Signals that can only speak for a statement, and those that can speak either way as products do; all others can only speak against
 * it. The set has more false copies of a sentence than an answer has: without this a copy itself would count against a statement.
 */
const inFavour = new Set(
  'mostlyHeld near characters valuesHeld namesHeld exact softHeld leastClause inOrder covered common'.split(
    ' ',
  ),
);
const eitherWay = new Set('words clauses negationsHere negationsThere hedgeHere hedgeThere'.split(' '));
const signs = inputNames.map((name) =>
  name.includes('*') || eitherWay.has(name) ? 0 : inFavour.has(name) ? 1 : -1,
);

const rounds = 2;
/** Forests whose mean corrects the regression. */
const forests = 4;
/** The regression by itself is too sure of itself for trees to correct it. */
const shareOfLine = 0.5;
/** The trees find products of signals by themselves. */
const signals = Array.from({ length: signalCount }, (_, index) => index);
/**
 * A made statement counts less than a written one: it is a copy of its sentence but for one place. True ones count more than false
 * ones, since answers have more of them than the set, and so do those that the page does not speak of.
 */
const weightOfMade = { true: 0.48, false: 0.08, absent: 0.4 };

/** Learns from the statements; the sentences of each one are chosen anew in each round. */
function fit(samples: readonly Sample[]): Model {
  let model: Model = {
    bias: 0,
    weights: inputNames.map((name) => (name === 'softHeld' ? 1 : name === 'addedMost' ? -1 : 0)),
    trees: [],
  };
  for (let round = 0; round < rounds; round++) {
    const rows = samples.flatMap(({ supported, choices, isMade, isAbsent }): Row[] => {
      const [inputs] = choices.toSorted((one, other) => scoreOf(other, model) - scoreOf(one, model));
      return inputs
        ? [
            {
              label: supported ? 1 : 0,
              inputs,
              weight: isMade ? weightOfMade[supported ? 'true' : isAbsent ? 'absent' : 'false'] : 1,
            },
          ]
        : [];
    });
    const line = descend(rows, signs);
    const base = {
      bias: to3(line.bias * shareOfLine),
      weights: line.weights.map((weight) => to3(weight * shareOfLine)),
      trees: [],
    };
    // One forest is enough to choose the sentences by.
    const isLast = round === rounds - 1;
    model = {
      ...base,
      trees: meanOfForests(rows, signals, ({ inputs }) => sumOf(inputs, base), isLast ? forests : 1),
    };
  }
  return model;
}

/** A labelled statement with its probability. */
interface Scored {
  readonly supported: boolean;
  readonly isNear: boolean;
  readonly score: number;
}

const scored = (samples: readonly Sample[], model: Model): Scored[] =>
  samples.map(({ supported, choices, isQuoted, isNear = false }) => {
    const scores = choices.map((inputs) => scoreOf(inputs, model));
    const score = Math.max(0, ...scores);
    const top = choices[scores.indexOf(score)];
    // As the product judges: what is quoted is said, and a quantity that is missing is not.
    return { supported, isNear, score: isQuoted ? 1 : (top?.[valuesMissing] ?? 0) > 0 ? 0 : score };
  });

const valuesMissing = inputNames.indexOf('valuesMissing');

/** Groups that the sites are left out in. */
const groups = 4;

/** Each site scored by a model that has learned from the sites of the other groups alone. */
const crossScored = (sites: readonly Site[]): Scored[] =>
  Array.from({ length: groups }, (_, group) => group).flatMap((group) => {
    const isOut = (place: number) => place % groups === group;
    const model = fit(
      sites.filter((_, place) => !isOut(place)).flatMap(({ written, made }) => [...written, ...made]),
    );
    return sites.filter((_, place) => isOut(place)).flatMap(({ written }) => scored(written, model));
  });

/** The precision, on sites not learned from, at which figures are printed. */
const wantedPrecision = 0.9;

/** The lowest score from which on the wanted share of statements is supported. */
function thresholdFor(some: readonly Scored[], wanted: number): number {
  const ranked = some.toSorted((one, other) => other.score - one.score);
  let hits = 0;
  let threshold = 0.99;
  ranked.forEach(({ supported, score }, index) => {
    if (supported) hits++;
    if (hits / (index + 1) >= wanted) threshold = score;
  });
  return Math.floor(threshold * 1000) / 1000;
}

/** Share of the pairs of a supported and another statement of which the supported one has the higher score. */
function areaOf(some: readonly Scored[]): number {
  const [held, other] = [true, false].map((wanted) => some.filter(({ supported }) => supported === wanted));
  let pairs = 0;
  for (const { score } of held ?? [])
    for (const one of other ?? []) pairs += one.score < score ? 1 : one.score === score ? 0.5 : 0;
  return pairs / ((held ?? []).length * (other ?? []).length);
}

function precisionAndRecall(some: readonly Scored[], threshold: number) {
  const kept = some.filter(({ score }) => score >= threshold);
  const right = kept.filter(({ supported }) => supported).length;
  return {
    statements: some.length,
    precision: to3(kept.length === 0 ? 1 : right / kept.length),
    recall: to3(right / Math.max(1, some.filter(({ supported }) => supported).length)),
  };
}

const to3 = (value: number) => Math.round(value * 1000) / 1000 + 0;

if (import.meta.main) {
  const cases = await readCases();
  const sites = [...new Set(cases.map(({ site }) => site))].map((site) => siteOf(site, cases));
  const model = fit(sites.flatMap(({ written, made }) => [...written, ...made]));
  // The own statements of a model flatter it: thresholds are those of sites that it has not seen.
  const crossed = crossScored(sites);
  const learned = {
    ...current,
    fittedOn: sites.map(({ site }) => site).join(', '),
    bias: model.bias,
    weights: Object.fromEntries(inputNames.map((name, index) => [name, model.weights[index]])),
  };
  const trees = { signals: inputNames.slice(0, signalCount), trees: model.trees };
  const folder = join(import.meta.dirname, '../../server/text/support');
  for (const [name, numbers] of Object.entries({ 'weights.json': learned, 'trees.json': trees })) {
    const file = join(folder, name);
    const options = await resolveConfig(file);
    writeFileSync(file, await format(JSON.stringify(numbers), { ...options, filepath: file }));
  }
  const threshold = thresholdFor(crossed, wantedPrecision);
  console.log(JSON.stringify({ ...precisionAndRecall(crossed, threshold), area: to3(areaOf(crossed)) }));
  for (const isNear of [true, false]) {
    const some = crossed.filter((one) => one.isNear === isNear);
    const name = isNear ? 'near copies' : 'others';
    console.log(name, JSON.stringify({ ...precisionAndRecall(some, threshold), area: to3(areaOf(some)) }));
  }
  for (const part of [0.97, 0.95, 0.92, 0.9, 0.88, 0.87, 0.86, 0.85, 0.8])
    console.log(
      `precision ${part}, each site by the others: recall ${precisionAndRecall(crossed, thresholdFor(crossed, part)).recall} from ${thresholdFor(crossed, part)}`,
    );
}
