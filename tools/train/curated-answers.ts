import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import everyday from '../../server/features/curated-answers/matching/everyday-questions.json' with { type: 'json' };
import { createMeaning, scaleOf } from '../../server/features/curated-answers/matching/meaning.ts';
import {
  type Compared,
  type matchModel,
  signalNames,
  signalNamesWithVectors,
  type Signals,
  signalsOf,
  thingSignalNames,
} from '../../server/features/curated-answers/matching/signals.ts';
import { shippedWords } from '../../server/text/word-vectors/shipped-words.ts';
import { fitLogistic, type LogisticModel, type Row } from './fit.ts';
import { ask, FEW, STORED, type Asked, type Kind, type MeaningOf } from './curated-asks.ts';
import { nearSame, otherTexts, project, questionsOf, sites } from './curated-sites.ts';
import { exchangesOf } from './exchanges.ts';
import { quantile, rounded } from './learn.ts';
import { vectorsOf } from './vectors.ts';

/**
 * Learns when another wording of a question gets a curated answer: `node tools/train/curated-answers.ts`. On each site all answers stand at
 * once; other wordings by persons must find theirs, and neither its other questions (asked with their own answer taken away), nor
 * questions that nothing of it answers, nor those of other sites and texts may find one. From questions in which one word is exchanged
 * for another thing (`exchanges.ts`) it learns what another thing looks like. Reports each site with weights of the others, and of
 * questions by hand that sound like a known one (`eval/curated-answers/near-same.txt`), which are never learned from, how many get an answer.
 * What counts where there are vectors is learned when DOCENT_BENCH_EMBEDDINGS names a server, and stays as it is without one.
 */

/** Of the questions that ask something else such a share gets an answer, and is offered one to the language model. */
const MOST_FALSE = 0.009;
const MOST_NEAR = 0.03;
/** Of the other wordings such a share may count as being about another thing. */
const MOST_OTHER_THING = 0.06;
type Names = readonly (keyof Signals)[];

/** Sources are hidden from each third question, so that answers without any are learned, too. */
const rowsOf = (asked: readonly Asked[], names: Names): Row[] =>
  asked
    .filter(({ learned, kind }) => learned && kind !== 'exchange')
    .flatMap(({ kind, candidates }, place) =>
      candidates.map(({ signals, isOwn }) => ({
        signals: names.map((name) =>
          place % 3 === 0 && (name === 'source' || name === 'hasSources') ? 0 : (signals[name] ?? 0),
        ),
        isPositive: kind === 'wording' && isOwn,
        weight: 1,
      })),
    );

/** The answer that a wording asks for, and that of the question from which one about another thing was made. */
const thingRows = (asked: readonly Asked[]): Row[] =>
  asked
    .filter(({ learned, kind }) => learned && (kind === 'wording' || kind === 'exchange'))
    .flatMap(({ kind, candidates }) =>
      candidates
        .filter(({ isOwn }) => isOwn)
        .map(({ signals }) => ({
          signals: thingSignalNames.map((name) => signals[name]),
          isPositive: kind === 'wording',
          weight: 1,
        })),
    );

type Scores = (signals: Signals) => number;

const scoresOf =
  ({ intercept, weights }: LogisticModel, names: Names): Scores =>
  (signals) => {
    const sum = names.reduce((all, name, at) => all + (weights[at] ?? 0) * (signals[name] ?? 0), intercept);
    return 1 / (1 + Math.exp(-sum));
  };

/** The regression that tells the same thing, and from which probability on it does. */
function fitThing(asked: readonly Asked[]) {
  const rows = thingRows(asked);
  const fitted = fitLogistic(rows);
  const score = scoresOf(fitted, thingSignalNames);
  const ofWordings = asked
    .filter(({ kind, learned }) => kind === 'wording' && learned)
    .flatMap(({ candidates }) =>
      candidates.filter(({ isOwn }) => isOwn).map(({ signals }) => score(signals)),
    );
  return { fitted, score, limit: quantile(ofWordings, MOST_OTHER_THING) };
}

const written = ({ intercept, weights }: LogisticModel, names: Names) => ({
  constant: rounded(intercept),
  weights: Object.fromEntries(names.map((name, at) => [name, rounded(weights[at] ?? 0)])),
});

function learn(asked: readonly Asked[], names: Names) {
  const bySite = Map.groupBy(asked, ({ site }) => site);
  const held = [...bySite].flatMap(([site, own]) => {
    const others = asked.filter((one) => one.site !== site);
    const score = scoresOf(fitLogistic(rowsOf(others, names)), names);
    const thing = fitThing(others);
    return own.map(({ candidates, ...one }) => {
      const scored = candidates.map(({ signals, isOwn }) => ({
        isOwn,
        likeness: score(signals),
        isSameThing: thing.score(signals) >= thing.limit,
      }));
      const best = (some: typeof scored) => some.toSorted((a, b) => b.likeness - a.likeness)[0];
      const given = best(scored.filter(({ isSameThing }) => isSameThing));
      const offered = best(scored);
      return {
        ...one,
        isRight: one.kind === 'wording' && given?.isOwn === true,
        likeness: given?.likeness ?? 0,
        offered: offered?.likeness ?? 0,
        isRightOffered: one.kind === 'wording' && offered?.isOwn === true,
      };
    });
  });
  type Held = (typeof held)[number];
  const isOther = ({ kind, stored }: Held) => stored === undefined && (kind === 'own' || kind === 'foreign');
  const limitAt = (share: number, of: (one: Held) => number) =>
    quantile(held.filter(isOther).map(of), 1 - share);
  const shareOf = (of: readonly Held[], is: (one: Held) => boolean) =>
    rounded(of.filter(is).length / Math.max(1, of.length));
  const shares = (some: readonly Held[], limit: number) => {
    const isGiven = ({ likeness }: Held) => likeness >= limit;
    const whole = (kind: Kind) => some.filter((one) => one.kind === kind && one.stored === undefined);
    return {
      right: shareOf(whole('wording'), (one) => isGiven(one) && one.isRight),
      wrong: shareOf(whole('wording'), (one) => isGiven(one) && !one.isRight),
      ofOwnSite: shareOf(whole('own'), isGiven),
      ofAll: shareOf(some.filter(isOther), isGiven),
      exchanged: shareOf(whole('exchange'), isGiven),
      nearSame: shareOf(
        some.filter(({ kind }) => kind === 'near'),
        isGiven,
      ),
    };
  };
  for (const share of [0.003, 0.005, 0.0075, MOST_FALSE, 0.01, 0.02])
    console.log(
      share,
      shares(
        held,
        limitAt(share, ({ likeness }) => likeness),
      ),
    );
  const limits = {
    same: rounded(limitAt(MOST_FALSE, ({ likeness }) => likeness)),
    near: rounded(limitAt(MOST_NEAR, ({ offered }) => offered)),
  };
  for (const stored of STORED) {
    const some = held.filter((one) => one.stored === stored);
    const of = (kind: Kind) => some.filter((one) => one.kind === kind);
    const isGiven = ({ likeness }: Held) => likeness >= limits.same;
    console.log(stored, 'answers:', {
      ...(FEW.includes(stored) && { right: shareOf(of('wording'), (one) => isGiven(one) && one.isRight) }),
      nearSame: shareOf(of('near'), isGiven),
      nearSameOffered: shareOf(of('near'), (one) => !isGiven(one) && one.offered >= limits.near),
    });
  }
  const rates = Object.fromEntries(
    [...Map.groupBy(held, ({ site }) => site)].map(([site, some]) => [site, shares(some, limits.same)]),
  );
  const wordings = held.filter(({ kind, stored }) => kind === 'wording' && stored === undefined);
  console.log(rates, 'given or offered', {
    right: shareOf(wordings, (one) => one.isRightOffered && one.offered >= limits.near),
    wrong: shareOf(wordings, (one) => !one.isRightOffered && one.offered >= limits.near),
  });
  const { fitted, limit } = fitThing(asked);
  return {
    likeness: {
      ...written(fitLogistic(rowsOf(asked, names)), names),
      limits,
      rates: { all: shares(held, limits.same), ...rates },
    },
    sameThing: { ...written(fitted, thingSignalNames), limit: rounded(limit) },
  };
}

/** How near the next answer is to other wordings whose own answer is known, in the median. */
function typicalNext(asked: readonly Asked[]) {
  const right = asked
    .filter(({ kind, stored }) => kind === 'wording' && stored === undefined)
    .flatMap(({ candidates }) =>
      candidates.filter(({ isOwn }) => isOwn).map(({ compared }) => compared.next),
    );
  const median = (name: keyof Compared['next']) =>
    Number(
      quantile(
        right.map((next) => next[name]),
        0.5,
      ).toFixed(2),
    );
  return { letters: median('letters'), likeness: median('likeness'), standing: median('standing') };
}

/** The signals with another typical next answer. */
const withNext = (asked: readonly Asked[], next: Compared['next']): Asked[] =>
  asked.map((one) => ({
    ...one,
    candidates: one.candidates.map((candidate) => ({
      ...candidate,
      signals: signalsOf(candidate.compared, next),
    })),
  }));

const table = await shippedWords();
if (!table) throw new Error('no table of words');
const exchanges = new Map(sites.map((site) => [site.name, exchangesOf(site, table)]));

async function askAll(meaningOf?: MeaningOf): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const site of sites) asked.push(...(await ask(site, exchanges.get(site.name) ?? [], meaningOf)));
  return asked;
}

const path = join(project, 'server/features/curated-answers/matching/match-model.json');
let {
  withVectors,
  typicalNext: next,
  made,
}: typeof matchModel & { made: string; withVectors: object } = JSON.parse(readFileSync(path, 'utf8'));
const asked = await askAll();
next = { ...typicalNext(asked), standing: next.standing };
const { likeness: byWords, sameThing } = learn(withNext(asked, next), signalNames);
if (vectorsOf) {
  console.log('\nwith vectors');
  const texts = [
    ...sites.flatMap(questionsOf),
    ...sites.flatMap(({ topics }) => topics.flatMap((one) => one.wordings)),
    ...[...exchanges.values()].flatMap((some) => some.map(({ text }) => text)),
    ...[...nearSame.values()].flat(),
  ];
  const vectors = await vectorsOf([...texts, ...otherTexts, ...everyday], 'query');
  const scale = scaleOf(everyday.flatMap((question) => vectors.get(question) ?? []));
  const meaningOf = (question: string) => {
    const vector = vectors.get(question);
    return vector && createMeaning(vector, { of: (one) => vectors.get(one), scale });
  };
  const askedWithVectors = await askAll(meaningOf);
  next = { ...next, standing: typicalNext(askedWithVectors).standing };
  withVectors = learn(withNext(askedWithVectors, next), signalNamesWithVectors).likeness;
}
await writeFile(
  path,
  `${JSON.stringify({ made, typicalNext: next, sameThing, byWords, withVectors }, undefined, 2)}\n`,
);
