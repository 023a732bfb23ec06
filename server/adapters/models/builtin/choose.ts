import type { Question } from './question.ts';
import { together } from './together.ts';
import type { Unit } from './units.ts';
import type { Weighed } from './weigh.ts';

/** What of an article answers, in its own order. */
export interface Quote {
  readonly article: number;
  readonly units: readonly Unit[];
}

/**
 * The statements that answer, gathered by article, the best article first. A statement is a unit with what has to
 * be read with it; there are one to four, for a brief answer at most two. None when nothing covers enough of the question.
 */
export function choose(weighed: readonly Weighed[], question: Question, brief: boolean): readonly Quote[] {
  const { statements, characters } = brief ? BRIEF : FULL;
  const [best] = ranked(weighed);
  if (best === undefined || best.score < LEAST_COVERAGE) return [];
  const taken = new Set<number>();
  let count = 0;
  let length = 0;
  for (const { place, score } of ranked(weighed)) {
    if (count >= statements || score < Math.max(best.score * NEAR_BEST, LEAST_COVERAGE)) break;
    const elsewhere = weighed[place]?.unit.article !== weighed[best.place]?.unit.article;
    if (elsewhere && score < best.score * NEAR_BEST_ELSEWHERE) continue;
    if (taken.has(place) || repeats(weighed, place, taken)) continue;
    const places = together(weighed, place, question, brief).filter((each) => !taken.has(each));
    const size = places.reduce((sum, each) => sum + (weighed[each]?.unit.text.length ?? 0), 0);
    if (count > 0 && length + size > characters) continue;
    for (const each of places) taken.add(each);
    count += 1;
    length += size;
  }
  return byArticle(weighed, taken);
}

const FULL = { statements: 4, characters: 800 };
const BRIEF = { statements: 2, characters: 400 };
/** Below this share of the question a unit is taken for something else. */
const LEAST_COVERAGE = 0.28;
/** Further statements have to be nearly as good as the best one. */
const NEAR_BEST = 0.7;
const NEAR_BEST_ELSEWHERE = 0.78;
/** A unit that shares more of its terms with one already taken adds nothing. */
const REPETITION = 0.8;

const ranked = (weighed: readonly Weighed[]) =>
  weighed
    .map(({ score }, place) => ({ place, score }))
    .toSorted((a, b) => b.score - a.score || a.place - b.place);

function repeats(weighed: readonly Weighed[], place: number, taken: ReadonlySet<number>): boolean {
  const terms = weighed[place]?.terms ?? new Set();
  return [...taken].some((each) => {
    const known = weighed[each]?.terms ?? new Set();
    return [...terms].filter((term) => known.has(term)).length > REPETITION * terms.size;
  });
}

/** `taken` remembers the order of choice, which is the order of articles; inside one the text's own order holds. */
function byArticle(weighed: readonly Weighed[], taken: ReadonlySet<number>): Quote[] {
  const quotes = new Map<number, number[]>();
  for (const place of taken) {
    const article = weighed[place]?.unit.article ?? 0;
    quotes.set(article, [...(quotes.get(article) ?? []), place]);
  }
  return [...quotes].map(([article, places]) => ({
    article,
    units: places.toSorted((a, b) => a - b).flatMap((place) => weighed[place]?.unit ?? []),
  }));
}
