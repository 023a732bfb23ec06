import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chunksOf } from '../../bench/retrieval/sets.ts';
import everyday from '../../server/features/curated-answers/matching/everyday-questions.json' with { type: 'json' };
import { createMatcher } from '../../server/features/curated-answers/matching/matcher.ts';
import {
  createMeaning,
  scaleOf,
  type Meaning,
} from '../../server/features/curated-answers/matching/meaning.ts';
import {
  type matchModel,
  signalNames,
  signalNamesWithVectors,
  type Signals,
} from '../../server/features/curated-answers/matching/signals.ts';
import { createEngine } from '../../server/search/engine.ts';
import { guessLanguage } from '../../server/text/language.ts';
import { withoutGrammar } from '../../server/text/word-lists/grammar-words.ts';
import { shippedWords } from '../../server/text/word-vectors/shipped-words.ts';
import { fitLogistic, type Row } from './fit.ts';
import { otherTexts, project, questionsOf, sites, type Site } from './curated-sites.ts';
import { quantile, rounded } from './learn.ts';
import { vectorsOf } from './vectors.ts';

/**
 * Learns when another wording of a question gets a curated answer: `node tools/train/curated-answers.ts`. On each site all answers stand at
 * once; other wordings by persons must find theirs, and neither its other questions (asked with their own answer taken away), nor
 * questions that nothing of it answers, nor those of other sites and texts may find one. Reports each site with weights of the others.
 * What counts where there are vectors is learned when DOCENT_BENCH_EMBEDDINGS names a server, and stays as it is without one.
 */

/** Of the questions that ask something else such a share gets an answer, and is offered one to the language model. */
const MOST_FALSE = 0.0075;
const MOST_NEAR = 0.03;
/** Questions of other sites are many: each third is asked, and each fifteenth learned from. */
const ASKED_OF_OTHERS = 3;
const LEARNED_OF_OTHERS = 5;

type Kind = 'wording' | 'own' | 'foreign';

interface Asked {
  readonly site: string;
  readonly kind: Kind;
  readonly learned: boolean;
  readonly candidates: readonly { readonly signals: Signals; readonly isRight: boolean }[];
}

/** Asks everything of one site. */
async function ask(site: Site, meaningOf?: (question: string) => Meaning | undefined): Promise<Asked[]> {
  const engine = createEngine();
  await engine.load(site.articles.map((article) => ({ articleId: article.id, chunks: chunksOf(article) })));
  const matcher = createMatcher(shippedWords);
  const all = site.topics.map(({ entry }) => entry);
  const subjects = new Map(site.topics.map(({ entry, subject }) => [entry.id, subject]));
  const asked = async (text: string, subject: string, kind: Kind, learned = true): Promise<Asked> => {
    const entries = kind === 'own' ? all.filter(({ id }) => subjects.get(id) !== subject) : all;
    const compared = await matcher.compared(
      entries,
      { forms: [text], language: guessLanguage(text), exactly: false, at: 1 },
      meaningOf && (async () => meaningOf(text)),
    );
    const found = engine
      .retrieve({ question: withoutGrammar(text, guessLanguage(text)), topK: 20 })
      .hits.map(({ articleId }) => articleId);
    const candidates = compared?.([...new Set(found)]) ?? [];
    return {
      site: site.name,
      kind,
      learned,
      candidates: candidates.map(({ entry, signals }) => ({
        signals,
        isRight: kind === 'wording' && subjects.get(entry.id) === subject,
      })),
    };
  };
  const made: Asked[] = [];
  for (const { wordings, subject } of site.topics)
    for (const text of wordings) made.push(await asked(text, subject, 'wording'));
  for (const { entry, subject } of site.topics)
    for (const text of entry.questions) made.push(await asked(text, subject, 'own'));
  for (const text of site.unanswered) made.push(await asked(text, '', 'own'));
  const foreign = [...sites.filter((other) => other !== site).flatMap(questionsOf), ...otherTexts];
  for (const [place, text] of foreign.filter((_, nth) => nth % ASKED_OF_OTHERS === 0).entries())
    made.push(await asked(text, '', 'foreign', place % LEARNED_OF_OTHERS === 0));
  console.log(site.name, all.length, 'answers,', made.length, 'questions');
  return made;
}

type Names = readonly (keyof Signals)[];

/** Sources are hidden from each third question, so that answers without any are learned, too. */
const rowsOf = (asked: readonly Asked[], names: Names): Row[] =>
  asked
    .filter(({ learned }) => learned)
    .flatMap(({ candidates }, place) =>
      candidates.map(({ signals, isRight }) => ({
        signals: names.map((name) =>
          place % 3 === 0 && (name === 'source' || name === 'hasSources') ? 0 : (signals[name] ?? 0),
        ),
        isPositive: isRight,
        weight: 1,
      })),
    );

function learn(asked: readonly Asked[], names: Names) {
  const bySite = Map.groupBy(asked, ({ site }) => site);
  const held = [...bySite].flatMap(([site, own]) => {
    const { intercept, weights } = fitLogistic(
      rowsOf(
        asked.filter((one) => one.site !== site),
        names,
      ),
    );
    return own.map(({ kind, candidates }) => {
      const scored = candidates.map(({ signals, isRight }) => {
        const sum = names.reduce(
          (all, name, at) => all + (weights[at] ?? 0) * (signals[name] ?? 0),
          intercept,
        );
        return { isRight, likeness: 1 / (1 + Math.exp(-sum)) };
      });
      const [best] = scored.toSorted((a, b) => b.likeness - a.likeness);
      return { site, kind, isRight: best?.isRight ?? false, likeness: best?.likeness ?? 0 };
    });
  });
  const others = held.filter(({ kind }) => kind !== 'wording').map(({ likeness }) => likeness);
  const limitAt = (share: number) => quantile(others, 1 - share);
  const shares = (some: typeof held, limit: number) => {
    const share = (of: typeof held, is: (one: (typeof held)[number]) => boolean) =>
      rounded(of.filter(is).length / Math.max(1, of.length));
    const wordings = some.filter(({ kind }) => kind === 'wording');
    const isGiven = ({ likeness }: (typeof held)[number]) => likeness >= limit;
    return {
      right: share(wordings, (one) => isGiven(one) && one.isRight),
      wrong: share(wordings, (one) => isGiven(one) && !one.isRight),
      ofOwnSite: share(
        some.filter(({ kind }) => kind === 'own'),
        isGiven,
      ),
      ofAll: share(
        some.filter(({ kind }) => kind !== 'wording'),
        isGiven,
      ),
    };
  };
  for (const share of [0.003, 0.005, MOST_FALSE, 0.01, 0.02])
    console.log(share, shares(held, limitAt(share)));
  const limits = { same: rounded(limitAt(MOST_FALSE)), near: rounded(limitAt(MOST_NEAR)) };
  const rates = Object.fromEntries(
    [...Map.groupBy(held, ({ site }) => site)].map(([site, some]) => [site, shares(some, limits.same)]),
  );
  console.log(rates, 'offered', shares(held, limits.near));
  const { intercept, weights } = fitLogistic(rowsOf(asked, names));
  return {
    constant: rounded(intercept),
    weights: Object.fromEntries(names.map((name, at) => [name, rounded(weights[at] ?? 0)])),
    limits,
    rates: { all: shares(held, limits.same), ...rates },
  };
}

/** How near the next answer is to other wordings whose own answer is known, in the median. */
function typicalNext(asked: readonly Asked[]) {
  const right = asked.flatMap(({ candidates }) => candidates.filter(({ isRight }) => isRight));
  const median = (next: (signals: Signals) => number) =>
    Number(
      quantile(
        right.map(({ signals }) => next(signals)),
        0.5,
      ).toFixed(2),
    );
  return {
    letters: median(({ letters, lettersLead }) => letters - lettersLead),
    likeness: median((one) => (one.asked + one.kept) / 2 - one.likenessLead),
    standing: median(({ standing = 0, standingLead = 0 }) => standing - standingLead),
  };
}

async function askAll(meaningOf?: (question: string) => Meaning | undefined): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const site of sites) asked.push(...(await ask(site, meaningOf)));
  return asked;
}

const path = join(project, 'server/features/curated-answers/matching/match-model.json');
let {
  withVectors,
  typicalNext: next,
  ...model
}: typeof matchModel & { withVectors: object } = JSON.parse(readFileSync(path, 'utf8'));
const asked = await askAll();
next = { ...next, ...typicalNext(asked), standing: next.standing };
const byWords = learn(asked, signalNames);
if (vectorsOf) {
  console.log('\nwith vectors');
  const texts = [
    ...sites.flatMap(questionsOf),
    ...sites.flatMap(({ topics }) => topics.flatMap((one) => one.wordings)),
  ];
  const vectors = await vectorsOf([...texts, ...otherTexts, ...everyday], 'query');
  const scale = scaleOf(everyday.flatMap((question) => vectors.get(question) ?? []));
  const meaningOf = (question: string) => {
    const vector = vectors.get(question);
    return vector && createMeaning(vector, { of: (one) => vectors.get(one), scale });
  };
  const askedWithVectors = await askAll(meaningOf);
  next = { ...next, standing: typicalNext(askedWithVectors).standing };
  withVectors = learn(askedWithVectors, signalNamesWithVectors);
}
await writeFile(
  path,
  `${JSON.stringify({ ...model, typicalNext: next, byWords, withVectors }, undefined, 2)}\n`,
);
