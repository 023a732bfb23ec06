import { levelOf } from '../../server/features/chat/grounding/level.ts';
import {
  evidenceLevels,
  evidenceScore,
  evidenceWeights,
  type EvidenceSignals,
  type EvidenceWeights,
} from '../../server/features/knowledge/engine/query/evidence.ts';
import type { EvidenceLevel } from '../../server/ports/search-index.ts';
import { auroc } from './metrics.ts';
import type { Query, QuestionSet } from './sets.ts';

/** One question with what the evidence said. */
interface Judged {
  readonly score: number;
  readonly level: EvidenceLevel;
  readonly signals: EvidenceSignals;
  /** Rank of the first right article among the articles, Infinity when it is not found. */
  readonly rank: number;
}

interface Group {
  readonly set: string;
  readonly kind: string;
  readonly judged: readonly Judged[];
}

const ANSWERABLE = 'answerable';
const OFF_TOPIC = 'of another site';

/**
 * The levels of evidence at the shipped thresholds, the whole curve, and the weights beside others, each also with one set
 * left out. Goals: an answer to 85 and an answer or the right place to 97 of 100 answerable questions; an answer
 * to at most 10 of 100 near-topic and 3 of 100 off-topic ones.
 */
export function printEvidence(sets: readonly QuestionSet[]): void {
  const groups = sets.flatMap((set): Group[] => {
    const kinds = [...new Set(set.unanswerable.map(({ kind = '' }) => kind))];
    const judge = (queries: readonly Query[]) => queries.map((query) => judgeOne(set, query));
    return [
      { set: set.name, kind: ANSWERABLE, judged: judge(set.queries) },
      ...kinds.map((kind) => ({
        set: set.name,
        kind,
        judged: judge(set.unanswerable.filter((query) => (query.kind ?? '') === kind)),
      })),
      { set: set.name, kind: OFF_TOPIC, judged: judge(foreignQueries(set, sets)) },
    ];
  });
  printLevels(groups);
  printCurve(groups);
  printWeights(groups);
}

function judgeOne({ engine, chunks }: QuestionSet, { text, relevant, neutral = [], lang }: Query): Judged {
  const { evidence, hits } = engine.retrieve({ question: text, topK: 60 });
  const first = chunks.get(hits[0]?.chunkId ?? '');
  const part = (name: string) =>
    Number(evidence.reasons.find((reason) => reason.startsWith(`${name} `))?.slice(name.length + 1) ?? 0);
  const articles = [...new Set(hits.map(({ articleId }) => articleId))].filter((id) => !neutral.includes(id));
  const ranks = relevant.map((id) => articles.indexOf(id)).filter((rank) => rank >= 0);
  return {
    score: evidence.score,
    // As the service answers, which looks at the first passage too.
    level: levelOf(evidence, first ? [first] : [], text, lang),
    signals: {
      support: part('support'),
      phrase: part('phrase'),
      title: part('title'),
      numbers: part('numbers'),
      names: part('names'),
      rarity: part('rarity'),
      lone: part('lone word'),
      unknown: part('unknown words'),
    },
    rank: Math.min(...ranks) + 1,
  };
}

/** Questions of the other sites in the same language: what nobody would expect this site to answer. */
function foreignQueries(set: QuestionSet, sets: readonly QuestionSet[]): Query[] {
  const language = set.queries[0]?.lang;
  return sets
    .filter((other) => other !== set && other.queries[0]?.lang === language)
    .flatMap((other) => other.queries.slice(0, 100))
    .map((query) => ({ ...query, relevant: [] }));
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, one) => sum + one, 0) / values.length;
const scores = (group: Group): number[] => group.judged.map(({ score }) => score);
const isNear = ({ kind }: Group): boolean => kind !== ANSWERABLE && kind !== OFF_TOPIC;

function printLevels(groups: readonly Group[]): void {
  const { answers, close } = evidenceLevels;
  console.log(`\nlevels of evidence, answers from ${answers}, close from ${close}`);
  console.log(
    `${'set'.padEnd(20)}${'kind'.padEnd(22)}n    answers close  not covered  AUROC  answers, or the right place of three cards, and with three titles more`,
  );
  const right: number[][] = [[], []];
  const shown: number[] = [];
  for (const group of groups) {
    const { set, kind, judged } = group;
    const share = (level: EvidenceLevel) => mean(judged.map((one) => (one.level === level ? 1 : 0)));
    const positive = groups.find((one) => one.set === set && one.kind === ANSWERABLE);
    const within = (places: number) =>
      mean(
        judged.map(({ level, rank }) =>
          level === 'answers' || (level === 'close' && rank <= places) ? 1 : 0,
        ),
      );
    const places = [within(CARDS), within(CARDS + TITLES)];
    if (kind === ANSWERABLE) for (const [at, value] of places.entries()) right[at]?.push(value);
    if (kind === OFF_TOPIC) shown.push(1 - share('not_covered'));
    const last =
      kind === ANSWERABLE
        ? `${' '.repeat(7)}${places.map((value) => value.toFixed(3)).join(' ')}`
        : auroc(positive ? scores(positive) : [], scores(group)).toFixed(3);
    console.log(
      `${set.padEnd(20)}${kind.padEnd(22)}${String(judged.length).padEnd(5)}${share('answers').toFixed(3).padEnd(8)}${share('close').toFixed(3).padEnd(7)}${share('not_covered').toFixed(3).padEnd(13)}${last}`,
    );
  }
  console.log(
    `mean: an answer or the right place ${right.map((values) => mean(values).toFixed(3)).join(' ')} (goal 0.97); off-topic questions that are shown anything ${mean(shown).toFixed(3)}`,
  );
}

/** Shown to a question without a direct answer: cards, and titles of further articles. */
const CARDS = 3;
const TITLES = 3;

/** False answers of a set's near-topic questions count per question, those of the sets alike. */
function ratesAt(groups: readonly Group[], threshold: number, score = (one: Judged) => one.score) {
  const rate = (list: readonly Judged[]) => mean(list.map((one) => (score(one) >= threshold ? 1 : 0)));
  const bySet = (accept: (group: Group) => boolean) => {
    const kept = groups.filter(accept);
    return mean(
      [...new Set(kept.map(({ set }) => set))].map((set) =>
        rate(kept.filter((group) => group.set === set).flatMap(({ judged }) => judged)),
      ),
    );
  };
  return {
    answered: bySet(({ kind }) => kind === ANSWERABLE),
    near: bySet(isNear),
    // Questions that differ from an answered one by a single word, written to deceive: no words tell them apart.
    nearHonest: bySet((group) => isNear(group) && group.kind !== 'on-topic'),
    offTopic: bySet(({ kind }) => kind === OFF_TOPIC),
  };
}

function printCurve(groups: readonly Group[]): void {
  console.log('\nanswers from   answerable  near-topic  near-topic without adversarial  off-topic');
  console.log(`goal           ≥ 0.85      ≤ 0.10      ≤ 0.10                          ≤ 0.03`);
  for (let threshold = 0.26; threshold < 0.71; threshold += 0.04) {
    const { answered, near, nearHonest, offTopic } = ratesAt(groups, threshold);
    console.log(
      `${threshold.toFixed(2).padEnd(15)}${answered.toFixed(3).padEnd(12)}${near.toFixed(3).padEnd(12)}${nearHonest.toFixed(3).padEnd(32)}${offTopic.toFixed(3)}`,
    );
  }
}

/** Mean share of uncovered questions that are answered where 80, 85 and 90 in 100 answerable ones are. */
function cost(groups: readonly Group[], weights: EvidenceWeights): number {
  const score = ({ signals }: Judged) => evidenceScore(signals, weights);
  return mean(
    [0.8, 0.85, 0.9].map((kept) => {
      let [low, high] = [-1, 2];
      for (let step = 0; step < 20; step++) {
        const middle = (low + high) / 2;
        if (ratesAt(groups, middle, score).answered >= kept) low = middle;
        else high = middle;
      }
      const { nearHonest, offTopic } = ratesAt(groups, low, score);
      return (nearHonest + offTopic) / 2;
    }),
  );
}

/** The shipped weights beside support alone, and each of them left out, doubled and halved: with all sets, and with each left out. */
function printWeights(groups: readonly Group[]): void {
  console.log(
    '\nweights: uncovered questions answered, mean where 80, 85 and 90 in 100 answerable ones are; all sets, then without each',
  );
  const names = [...new Set(groups.map(({ set }) => set))];
  console.log(`${' '.repeat(24)}${['all', ...names].map((name) => name.slice(0, 15).padEnd(17)).join('')}`);
  const row = (title: string, weights: EvidenceWeights) => {
    const cells = ['', ...names].map((left) =>
      cost(
        groups.filter(({ set }) => set !== left),
        weights,
      )
        .toFixed(3)
        .padEnd(17),
    );
    console.log(`${title.padEnd(24)}${cells.join('')}`);
  };
  const nothing = {
    phrase: 0,
    title: 0,
    missingNumbers: 0,
    missingNames: 0,
    unknownWords: 0,
    commonWords: 0,
    unconfirmed: 0,
    loneWord: 0,
  };
  row('support alone', { ...evidenceWeights, ...nothing });
  row('shipped', evidenceWeights);
  for (const [name, value] of Object.entries(evidenceWeights)) {
    if (name === 'support') continue;
    for (const [word, factor] of [
      ['without', 0],
      ['half', 0.5],
      ['double', 2],
    ] as const)
      row(`${word} ${name}`, { ...evidenceWeights, [name]: value * factor });
  }
}
