import { clusterThresholds, clusterVectors, type Cluster, type Pause } from './cluster.ts';
import type { Collection, Wording } from './collection.ts';
import { pointsOf, trendOf, type Trend } from './priority.ts';
import { noReasons, reasonNames, type Reason } from '../reasons.ts';
import { keywordsOf } from './keywords.ts';
import { foldKey, questionTerms, termsOfKey } from './terms.ts';
import { createTermStatistics, similarity, type TermStatistics } from './vectors.ts';

/** A cluster of open questions with its counts. */
export interface FoundGap {
  /** Different wordings, most frequent first. */
  readonly questions: readonly {
    readonly question: string;
    readonly asks: number;
    readonly reasons: Record<Reason, number>;
  }[];
  readonly terms: readonly string[];
  readonly asks: number;
  readonly visitors: number;
  readonly answered: number;
  readonly points: number;
  readonly reasons: Readonly<Record<Reason, number>>;
  readonly trend: Trend;
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Ids of its logs. */
  readonly logs: readonly string[];
}

/** The gaps of a window, and a test whether other questions belong to one of them. */
export interface FoundGaps {
  readonly gaps: readonly FoundGap[];
  readonly clusters: number;
  /** Index of the gap that any of the questions belongs to. */
  sameAs(questions: readonly string[]): number | undefined;
}

/** Maximum of gaps, and of details kept of each. */
const gapsKept = 40;
const questionsOfGap = 8;
const logsOfGap = 20;
const termsOfGap = 6;
const wordingsOfTerms = 50;

/**
 * Clusters the collected questions and keeps the gaps with the highest scores. Every question shown is passed through
 * `mask`.
 */
export async function findGaps(
  collection: Collection,
  mask: (text: string) => string,
  pause: Pause,
): Promise<FoundGaps> {
  const wordings = collection.wordings();
  const vocabulary = createTermStatistics();
  for (const { key } of wordings) {
    vocabulary.count(termsOfKey(key));
    await pause();
  }
  const vectorAt = (place: number) => vocabulary.vector(termsOfKey(wordings[place]?.key ?? ''));
  const clusters = await clusterVectors(wordings.length, vectorAt, pause);
  const strong = await strongest(clusters, wordings, pause);
  const gaps = strong.map((members) => gapOf(members, collection, mask));
  return { gaps, clusters: clusters.length, sameAs: (questions) => sameAs(gaps, questions, vocabulary) };
}

/** Wordings of the clusters with the highest scores; the most recent first among equals. */
async function strongest(
  clusters: readonly Cluster[],
  wordings: readonly Wording[],
  pause: Pause,
): Promise<Wording[][]> {
  let best: { readonly members: Wording[]; readonly points: number; readonly lastSeen: number }[] = [];
  const keep = () => {
    best = best.toSorted((a, b) => b.points - a.points || b.lastSeen - a.lastSeen).slice(0, gapsKept);
  };
  for (const cluster of clusters) {
    const members = cluster.flatMap((place) => wordings[place] ?? []);
    const { reasons, trend, lastSeen } = sums(members);
    best.push({ members, points: pointsOf(reasons, trend), lastSeen });
    if (best.length < 10 * gapsKept) continue;
    keep();
    await pause();
  }
  keep();
  return best.map(({ members }) => members.toSorted((a, b) => b.asks - a.asks || b.last - a.last));
}

function sums(members: readonly Wording[]) {
  const reasons = noReasons();
  let [asks, recent, firstSeen, lastSeen] = [0, 0, Number.MAX_SAFE_INTEGER, 0];
  for (const wording of members) {
    asks += wording.asks;
    recent += wording.recent;
    firstSeen = Math.min(firstSeen, wording.first);
    lastSeen = Math.max(lastSeen, wording.last);
    for (const name of reasonNames) reasons[name] += wording.reasons[name];
  }
  return { asks, reasons, trend: trendOf(asks, recent), firstSeen, lastSeen };
}

function gapOf(
  members: readonly Wording[],
  collection: Collection,
  mask: (text: string) => string,
): FoundGap {
  const { asks, reasons, trend, firstSeen, lastSeen } = sums(members);
  return {
    questions: members
      .slice(0, questionsOfGap)
      .map((wording) => ({ question: mask(wording.question), asks: wording.asks, reasons: wording.reasons })),
    terms: keywordsOf(
      members.slice(0, wordingsOfTerms).map(({ question }) => mask(question)),
      termsOfGap,
    ),
    asks,
    visitors: new Set(members.flatMap(({ visitors }) => visitors)).size,
    answered: members.reduce((sum, { key }) => sum + collection.answeredTimes(key), 0),
    points: pointsOf(reasons, trend),
    reasons,
    trend,
    firstSeen,
    lastSeen,
    logs: members.flatMap(({ logs }) => logs).slice(0, logsOfGap),
  };
}

function sameAs(gaps: readonly FoundGap[], questions: readonly string[], vocabulary: TermStatistics) {
  const keys = questions.map((question) => foldKey(questionTerms(question))).filter((key) => key !== '');
  const vectors = keys.map((key) => vocabulary.vector(termsOfKey(key)));
  let best: number | undefined;
  let most: number = clusterThresholds.join;
  for (const [place, gap] of gaps.entries()) {
    for (const { question } of gap.questions.slice(0, 3)) {
      const key = foldKey(questionTerms(question));
      if (keys.includes(key)) return place;
      const vector = vocabulary.vector(termsOfKey(key));
      const nearest = Math.max(0, ...vectors.map((other) => similarity(vector, other)));
      if (nearest > most) [best, most] = [place, nearest];
    }
  }
  return best;
}
