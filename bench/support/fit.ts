import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf } from '../../server/text/support/content.ts';
import { evidenceOf } from '../../server/text/support/evidence.ts';
import { lexiconFor } from '../../server/text/support/lexicon.ts';
import { signalNames, type Signals } from '../../server/text/support/signals.ts';
import { closestOf } from '../../server/text/support/closest.ts';
import { probability } from '../../server/text/support/support.ts';
import { fittedSites, readCases, type Case } from './labelled.ts';

/*
 * Learns the weights of `server/text/support/weights.json` from the labelled statements of the fitted sites: logistic
 * regression, where each statement stands for the sentences that speak best for it. The same statements give the same bytes.
 */

/** A statement with its signals for each choice of sentences. */
interface Sample {
  readonly supported: boolean;
  readonly choices: readonly Signals[];
}

interface Model {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** Signals that can only speak for a statement; all others can only speak against it. */
const inFavour = new Set<string>(['mostlyHeld', 'near', 'characters', 'valuesHeld', 'namesHeld', 'exact']);

const sampleOf = ({ passages, statement, question, supported }: Case): Sample => {
  const evidence = evidenceOf(passages);
  const content = contentOf(statement, evidence.language);
  const asked = question === undefined ? undefined : contentOf(question, evidence.language);
  const choices = closestOf(content, evidence, asked).map(({ signals }) => signals);
  return { supported, choices };
};

/** The same statement where its article lacks the sentences that support it: on its subject, but not said. */
function unsaidOf(one: Case): Sample[] {
  const { basis } = one;
  if (!one.supported || basis === undefined) return [];
  const passages = one.passages.map((passage) => ({
    ...passage,
    text: basis.reduce((text, sentence) => text.replaceAll(sentence, ''), passage.text),
  }));
  const isChanged = passages.some(({ text }, index) => text !== one.passages[index]?.text);
  return isChanged ? [sampleOf({ ...one, passages, supported: false })] : [];
}

/** Sentences that support a statement, as they are, denied, and with a word for its opposite: what a false sentence that looks true is like. */
function alteredOf(one: Case): Sample[] {
  const language = one.lang === 'zh' ? 'zh' : 'en';
  return (one.supported ? (one.basis ?? []) : []).flatMap((sentence) => {
    const forms = [negated(sentence, language), opposed(sentence, language)];
    const altered = forms.filter((form) => form !== undefined && form !== sentence);
    return [
      sampleOf({ ...one, statement: sentence, supported: true }),
      ...altered.flatMap((statement) =>
        statement === undefined ? [] : [sampleOf({ ...one, statement, supported: false })],
      ),
    ];
  });
}

/** The sentence with its first verb denied; `undefined` where something is denied already, or no such verb is there. */
function negated(sentence: string, language: 'zh' | 'en'): string | undefined {
  if (contentOf(sentence, language).signs.some(({ meanings }) => meanings.not)) return undefined;
  return language === 'zh'
    ? sentence.replace(/可以|能够|能|会|是|需要|应该|支持|允许|要/, (verb) => `不${verb}`)
    : sentence.replace(
        /\b(?:is|are|was|were|can|could|may|will|should|must|has|have)\b/,
        (verb) => `${verb} not`,
      );
}

/** The sentence with its first word that has an opposite replaced by that. */
function opposed(sentence: string, language: 'zh' | 'en'): string | undefined {
  const { folded, signs } = contentOf(sentence, language);
  const words = [...lexiconFor(language).words];
  for (const { start, end, meanings } of signs) {
    const [side] = meanings.sides ?? [];
    if (side === undefined) continue;
    const other = `${side.slice(0, -1)}${side.endsWith('0') ? 1 : 0}`;
    const word = words.find(([, { sides }]) => sides?.includes(other))?.[0];
    if (word !== undefined) return folded.slice(0, start) + word + folded.slice(end);
  }
  return undefined;
}

const rounds = 3;
const steps = 6_000;
const rate = 0.6;
/** Strength of the pull of the weights towards zero. */
const ridge = 0.0005;

/** Weights by projected gradient descent; the sentences of each statement are chosen anew in each round. */
function fit(samples: readonly Sample[]): Model {
  let model: Model = { bias: -3, weights: { mostlyHeld: 3, characters: 2 } };
  for (let round = 0; round < rounds; round++) {
    const rows = samples.flatMap(({ supported, choices }) => {
      const best = choices.toSorted((one, other) => score(other, model) - score(one, model))[0];
      return best ? [{ supported, x: signalNames.map((name) => best[name]) }] : [];
    });
    model = descend(rows, model);
  }
  return rounded(model);
}

const score = (signals: Signals, { weights, bias }: Model) => probability(signals, weights, bias);
const bestScore = ({ choices }: Sample, model: Model) =>
  Math.max(0, ...choices.map((signals) => score(signals, model)));

function descend(
  rows: readonly { readonly supported: boolean; readonly x: readonly number[] }[],
  from: Model,
): Model {
  const weights = signalNames.map((name) => from.weights[name] ?? 0);
  let { bias } = from;
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight) => ridge * weight);
    let shift = 0;
    for (const { supported, x } of rows) {
      let sum = bias;
      x.forEach((value, index) => (sum += value * (weights[index] ?? 0)));
      const error = (1 / (1 + Math.exp(-sum)) - (supported ? 1 : 0)) / rows.length;
      shift += error;
      x.forEach((value, index) => (gradient[index] = (gradient[index] ?? 0) + error * value));
    }
    bias -= rate * shift;
    gradient.forEach((slope, index) => {
      const name = signalNames[index] ?? '';
      const next = (weights[index] ?? 0) - rate * slope;
      weights[index] = inFavour.has(name) ? Math.max(0, next) : Math.min(0, next);
    });
  }
  return { bias, weights: Object.fromEntries(signalNames.map((name, index) => [name, weights[index] ?? 0])) };
}

const to3 = (value: number) => Math.round(value * 1000) / 1000 + 0;
const rounded = ({ bias, weights }: Model): Model => ({
  bias: to3(bias),
  weights: Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, to3(weight)])),
});

/** Least precision on the fitted statements for a mark that stands, and for one that is added without the model's word. */
const wantedPrecision = { threshold: 0.76, sure: 0.97 };

/** The lowest score from which on the wanted share of statements is supported. */
function thresholdFor(samples: readonly Sample[], model: Model, wanted: number): number {
  const ranked = samples
    .map((sample) => ({ supported: sample.supported, score: bestScore(sample, model) }))
    .toSorted((one, other) => other.score - one.score);
  let hits = 0;
  let threshold = 0.99;
  ranked.forEach(({ supported, score: at }, index) => {
    if (supported) hits++;
    if (hits / (index + 1) >= wanted) threshold = at;
  });
  return Math.floor(threshold * 1000) / 1000;
}

function precisionAndRecall(samples: readonly Sample[], model: Model, threshold: number) {
  const kept = samples.filter((sample) => bestScore(sample, model) >= threshold);
  const right = kept.filter(({ supported }) => supported).length;
  return {
    statements: samples.length,
    precision: to3(kept.length === 0 ? 1 : right / kept.length),
    recall: to3(right / Math.max(1, samples.filter(({ supported }) => supported).length)),
  };
}

if (import.meta.main) {
  const cases = readCases();
  const fitted = cases.filter(({ site }) => fittedSites.has(site)).map(sampleOf);
  const others = cases.filter(({ site }) => !fittedSites.has(site)).map(sampleOf);
  const own = cases.filter(({ site }) => fittedSites.has(site));
  const made = own.flatMap((one) => [...unsaidOf(one), ...alteredOf(one)]);
  const model = fit([...fitted, ...made]);
  const threshold = thresholdFor(fitted, model, wantedPrecision.threshold);
  const sure = thresholdFor(fitted, model, wantedPrecision.sure);
  const learned = {
    fittedOn: [...fittedSites].join(', '),
    fitted: precisionAndRecall(fitted, model, threshold),
    others: precisionAndRecall(others, model, threshold),
    threshold,
    sure,
    ...model,
  };
  const file = join(import.meta.dirname, '../../server/text/support/weights.json');
  writeFileSync(file, `${JSON.stringify(learned, undefined, 2)}\n`);
  console.log(JSON.stringify({ threshold, sure, fitted: learned.fitted, others: learned.others }));
}
