import { isCrossReference } from '../../../../text/cross-reference.ts';
import type { Question } from './question.ts';
import { isLone, termsOf } from '../terms.ts';
import type { Unit } from './segments.ts';

/** How well a unit fits a question. */
export interface ScoredSegment {
  readonly unit: Unit;
  readonly terms: ReadonlySet<string>;
  /** From 0 to about 1, or more when it shows the wanted kind of answer. */
  readonly score: number;
}

/**
 * Weighs units by the share of the question they cover, rare terms counting more (inverse document frequency over the
 * units, after Robertson and Spärck Jones). What only the title and headings above or a neighbour in the same
 * block hold counts in part; signs of the wanted kind of answer lift a unit.
 * The figures below were chosen on public question sets (see `bench/answer-quality.ts`).
 */
export function scoreSegments(
  units: readonly Unit[],
  question: Question,
  /** What a unit's place among the passages found is worth, about 1. */
  standing: (unit: Unit) => number = () => 1,
): readonly ScoredSegment[] {
  const terms = units.map((unit) => new Set(termsOf(unit.text)));
  const contexts = new Map(
    [...new Set(units.map(({ context }) => context))].map((context) => [context, new Set(termsOf(context))]),
  );
  const weights = weightsOf(question.terms, terms);
  const fits = new Map(
    [...new Set(units.flatMap((unit) => [titleOf(unit), headingOf(unit)]))].map((name) => [
      name,
      nameFit(new Set(termsOf(name)), weights),
    ]),
  );
  /** What a unit gains where the title of its article, or the heading of its section, names the subject. */
  const named = (unit: Unit): number => {
    const [title, heading] = [titleOf(unit), headingOf(unit)];
    return (
      (1 + TITLE * (fits.get(title) ?? 0)) * (heading === title ? 1 : 1 + HEADING * (fits.get(heading) ?? 0))
    );
  };

  const partOf = (unit: Unit, place: number, term: string): number => {
    if (terms[place]?.has(term)) return 1;
    if (contexts.get(unit.context)?.has(term)) return IN_CONTEXT;
    const beside = [place - 1, place + 1].some(
      (next) => sameBlock(unit, units[next]) && terms[next]?.has(term),
    );
    return beside ? BESIDE : 0;
  };

  return units.map((unit, place) => {
    const signs = question.signs.filter((sign) => sign.test(unit.text)).length;
    const lift = (1 + SIGN) ** signs * (question.wantsList && PROCEDURE.test(headingOf(unit)) ? 1 + SIGN : 1);
    return {
      unit,
      terms: terms[place] ?? new Set(),
      score:
        (isCrossReference(unit.text) ? 0 : QUOTABLE[unit.kind]) *
        named(unit) *
        share(weights, (term) => partOf(unit, place, term)) *
        lift *
        standing(unit),
    };
  });
}

const sameBlock = (one: Unit, other: Unit | undefined): boolean =>
  one.article === other?.article && one.block === other.block;

/** The nearest heading above a unit. */
const headingOf = (unit: Unit): string => unit.context.split(' › ').at(-1) ?? '';

const titleOf = (unit: Unit): string => unit.context.split(' › ')[0] ?? '';

/** How far a title or heading is about the subject of a question: what both share, as a part of either. */
function nameFit(title: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  const asked = share(weights, (term) => (title.has(term) ? 1 : 0));
  const own = [...title].filter((term) => !isLone(term));
  const named = own.length === 0 ? 0 : own.filter((term) => weights.has(term)).length / own.length;
  return Math.sqrt(asked * named);
}

const IN_CONTEXT = 0.85;
const BESIDE = 0.4;
const SIGN = 0.2;
/** Code alone seldom answers. */
const QUOTABLE: Readonly<Record<Unit['kind'], number>> = { sentence: 1, item: 1, row: 1, code: 0.6 };
/** What every term counts beside its rarity: what all passages share is the subject, and has to be held too. */
const PRESENT = 3;
const LONE = 0.5;
/** How much more the article counts whose title is the subject: it decides where others come close. */
const TITLE = 0.3;

/** The same for the section whose heading is the subject. */
const HEADING = 0.3;

/** Headings of sections that tell how something is done. */
const PROCEDURE =
  /操作|步骤|做法|方法|流程|如何|怎[么样]|安装|使用|\bsteps?\b|\bhow\b|instruction|procedure|usage|install|set ?up|getting started/i;

/** Weight of each term: its rarity among the units; one that no unit holds counts as the rarest. */
function weightsOf(
  terms: readonly string[],
  units: readonly ReadonlySet<string>[],
): ReadonlyMap<string, number> {
  return new Map(
    terms.map((term) => {
      const holding = Math.max(1, units.filter((unit) => unit.has(term)).length);
      const weight = PRESENT + Math.log(1 + (units.length - holding + 0.5) / (holding + 0.5));
      return [term, weight * (isLone(term) ? LONE : 1)];
    }),
  );
}

/** The share of all weight that the terms' parts make up. */
function share(weights: ReadonlyMap<string, number>, partOf: (term: string) => number): number {
  let all = 0;
  let covered = 0;
  for (const [term, weight] of weights) {
    all += weight;
    covered += weight * partOf(term);
  }
  return all === 0 ? 0 : covered / all;
}
