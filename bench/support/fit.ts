import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf } from '../../server/text/support/content.ts';
import { evidenceOf } from '../../server/text/support/evidence.ts';
import { lexiconFor } from '../../server/text/support/lexicon.ts';
import { inputNames, inputsOf } from '../../server/text/support/signals.ts';
import { closestOf } from '../../server/text/support/closest.ts';
import { descend, scoreOf, type Model, type Row } from './logistic.ts';
import { fittedSites, readCases, type Case } from './labelled.ts';

/*
 * Learns the weights of `server/text/support/weights.json` from the labelled statements of the fitted sites: logistic
 * regression, where each statement stands for the sentences that speak best for it. The same statements give the same bytes.
 */

/** A statement with its inputs for each choice of sentences. */
interface Sample {
  readonly supported: boolean;
  readonly choices: readonly (readonly number[])[];
  /** Made of a sentence of the page by the rules below. */
  readonly isMade?: boolean;
}

/**
 * Signals that can only speak for a statement, and those that can speak either way as products do; all others can only speak against
 * it. The set has more false copies of a sentence than an answer has: without this a copy itself would count against a statement.
 */
const inFavour = new Set(
  'mostlyHeld near characters valuesHeld namesHeld exact softHeld leastClause inOrder covered common'.split(
    ' ',
  ),
);
const eitherWay = new Set(['words', 'clauses', 'negationsHere', 'negationsThere', 'hedgeHere', 'hedgeThere']);
const signs = inputNames.map((name) =>
  name.includes('*') || eitherWay.has(name) ? 0 : inFavour.has(name) ? 1 : -1,
);

const sampleOf = ({ passages, statement, question, supported }: Case): Sample => {
  const evidence = evidenceOf(passages);
  const content = contentOf(statement, evidence.language);
  const asked = question === undefined ? undefined : contentOf(question, evidence.language);
  const choices = closestOf(content, evidence, asked).map(({ signals }) => inputsOf(signals));
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

/** What is said of another article of the site: not said here, and mostly about something else. */
function strangersOf(one: Case, cases: readonly Case[]): Sample[] {
  const from = cases.indexOf(one);
  const others = [...cases.slice(from), ...cases.slice(0, from)].filter(
    ({ site, article, supported }) => supported && site === one.site && article !== one.article,
  );
  return others.slice(0, 1).map(({ statement }) => sampleOf({ ...one, statement, supported: false }));
}

/** Sentences with the name of a neighbouring one in the place of theirs. */
function renamedOf(one: Case): Sample[] {
  return (one.supported ? (one.basis ?? []) : []).flatMap((sentence) => {
    const text = one.passages.find((passage) => passage.text.includes(sentence))?.text ?? '';
    const own = contentOf(sentence, one.lang === 'zh' ? 'zh' : 'en').names;
    const around = contentOf(
      text.replace(sentence, ' ').slice(0, 600),
      one.lang === 'zh' ? 'zh' : 'en',
    ).names;
    const [name] = own;
    const other = [...around].find((candidate) => !own.has(candidate));
    if (name === undefined || other === undefined) return [];
    const at = sentence.toLowerCase().indexOf(name);
    if (at < 0) return [];
    const statement = sentence.slice(0, at) + other + sentence.slice(at + name.length);
    return [sampleOf({ ...one, statement, supported: false })];
  });
}

/** Changes of a sentence that leave what it says. */
const rewordings: Readonly<Record<'en' | 'zh', readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/^/, 'Note that '],
    [/ (?:the|a|an) /, ' '],
    [/ \([^()]{1,80}\)/, ''],
    [/ (?:will|should) /, ' would '],
    [/ (?:use|using) /, ' make use of '],
    [/ you /, ' one '],
  ],
  zh: [
    [/^/, '请注意，'],
    [/(?<=.)的(?=.)/, ''],
    [/（[^（）]{1,40}）/, ''],
    [/通过/, '借助'],
    [/需要/, '要'],
    [/进行/, '做'],
  ],
};

/** Sentences that support a statement in almost the same words: what a mark stands behind most often. */
function rewordedOf(one: Case): Sample[] {
  return (one.supported ? (one.basis ?? []) : []).flatMap((sentence) =>
    rewordings[one.lang === 'zh' ? 'zh' : 'en']
      .map(([from, to]) => sentence.replace(from, to))
      .filter((form) => form !== sentence)
      .map((statement) => sampleOf({ ...one, statement })),
  );
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
/** A made statement counts less than a written one: it is a copy of its sentence but for one place. */
const weightOfMade = 0.15;

/** Learns from the statements; the sentences of each one are chosen anew in each round. */
function fit(samples: readonly Sample[]): Model {
  let model: Model = {
    bias: 0,
    weights: inputNames.map((name) => (name === 'softHeld' ? 1 : name === 'addedMost' ? -1 : 0)),
  };
  for (let round = 0; round < rounds; round++) {
    const rows = samples.flatMap(({ supported, choices, isMade }): Row[] => {
      const [inputs] = choices.toSorted((one, other) => scoreOf(other, model) - scoreOf(one, model));
      return inputs ? [{ label: supported ? 1 : 0, inputs, weight: isMade ? weightOfMade : 1 }] : [];
    });
    model = descend(rows, signs);
  }
  return model;
}

/** A labelled statement with its probability. */
interface Scored {
  readonly supported: boolean;
  readonly score: number;
}

const scored = (samples: readonly Sample[], model: Model): Scored[] =>
  samples.map(({ supported, choices }) => ({
    supported,
    score: Math.max(0, ...choices.map((inputs) => scoreOf(inputs, model))),
  }));

/** The samples of a site: those that are written, and those made of them. */
interface Site {
  readonly site: string;
  readonly written: readonly Sample[];
  readonly made: readonly Sample[];
}

/** Each site scored by a model that has learned from the others alone. */
const crossScored = (sites: readonly Site[]): Scored[] =>
  sites.flatMap((one) =>
    scored(
      one.written,
      fit(sites.filter((other) => other !== one).flatMap(({ written, made }) => [...written, ...made])),
    ),
  );

/** Least precision, on sites not learned from, for a mark that stands and for one that is added without the model's word. */
const wantedPrecision = { threshold: 0.81, sure: 0.95 };

/** Share of supported statements that a text is not left out for. */
const possibleShare = 0.85;

/** The score that this share of the supported statements reaches. */
function scoreReachedBy(some: readonly Scored[], share: number): number {
  const reached = some.filter(({ supported }) => supported).map(({ score }) => score);
  const ranked = reached.toSorted((one, other) => other - one);
  return Math.floor((ranked[Math.ceil(share * ranked.length) - 1] ?? 0) * 1000) / 1000;
}

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

function siteOf(site: string, cases: readonly Case[]): Site {
  const own = cases.filter((one) => one.site === site);
  return {
    site,
    written: own.map(sampleOf),
    made: own
      .flatMap((one) => [
        ...unsaidOf(one),
        ...alteredOf(one),
        ...renamedOf(one),
        ...rewordedOf(one),
        ...strangersOf(one, own),
      ])
      .map((made) => ({ ...made, isMade: true })),
  };
}

if (import.meta.main) {
  const cases = readCases();
  const sites = [...new Set(cases.map(({ site }) => site))].map((site) => siteOf(site, cases));
  const fitted = sites.filter(({ site }) => fittedSites.has(site));
  const others = sites.filter(({ site }) => !fittedSites.has(site)).flatMap(({ written }) => written);
  const exact = fit(fitted.flatMap(({ written, made }) => [...written, ...made]));
  const model = { bias: to3(exact.bias), weights: exact.weights.map(to3) };
  // The own statements of a model flatter it: thresholds are those of sites that it has not seen.
  const unseen = crossScored(fitted);
  const threshold = thresholdFor(unseen, wantedPrecision.threshold);
  const sure = thresholdFor(unseen, wantedPrecision.sure);
  const possible = scoreReachedBy(unseen, possibleShare);
  const learned = {
    fittedOn: [...fittedSites].join(', '),
    fitted: precisionAndRecall(
      scored(
        fitted.flatMap(({ written }) => written),
        model,
      ),
      threshold,
    ),
    others: precisionAndRecall(scored(others, model), threshold),
    eachSiteByTheOthers: precisionAndRecall(crossScored(sites), threshold),
    threshold,
    sure,
    possible,
    bias: model.bias,
    weights: Object.fromEntries(inputNames.map((name, index) => [name, model.weights[index]])),
  };
  const file = join(import.meta.dirname, '../../server/text/support/weights.json');
  writeFileSync(file, `${JSON.stringify(learned, undefined, 2)}\n`);
  const { fittedOn: _, weights: __, ...figures } = learned;
  console.log(JSON.stringify(figures));
}
