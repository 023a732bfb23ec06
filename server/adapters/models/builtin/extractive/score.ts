import { isCrossReference } from '../../../../text/cross-reference.ts';
import { asksItself, withoutNumber } from '../../../../text/question/headings.ts';
import { foldText } from '../../../../text/text.ts';
import type { Question } from './question.ts';
import { isLone, subjectTerms, termsOf } from '../terms.ts';
import type { Segment } from './segments.ts';

/** A segment with its score for a question. */
export interface ScoredSegment {
  readonly segment: Segment;
  readonly terms: ReadonlySet<string>;
  /** From 0 to about 1; more with signs of the wanted kind of answer. */
  readonly score: number;
}

/**
 * Scores segments by the share of the question that they cover, weighted by inverse document frequency over the
 * segments (after Robertson and Spärck Jones). Terms found only in the title, in headings above or in a neighbour of
 * the same block count in part; signs of the wanted kind of answer raise the score. Constants tuned on public question
 * sets (see `bench/answer-quality.ts`).
 */
export function scoreSegments(
  segments: readonly Segment[],
  question: Question,
  /** Score factor by the rank of the retrieved passage, about 1. */
  standing: (segment: Segment) => number,
): readonly ScoredSegment[] {
  const termsIn = (text: string) => new Set(termsOf(text, question.language));
  const terms = segments.map((segment) => termsIn(segment.text));
  const contexts = new Map(
    [...new Set(segments.map(({ context }) => context))].map((context) => [context, termsIn(context)]),
  );
  const columns = new Map(
    [...new Set(segments.map((segment) => segment.columns ?? ''))].map((head) => [head, termsIn(head)]),
  );
  const weights = weightsOf(question, terms);
  const { fits, isAsked, otherQuestions } = readNames(segments, question, weights);
  const ofAnotherPart = new Set(
    [...contexts.keys()].filter((context) => namesAnotherPart(context, question, termsIn)),
  );
  /** Score factor where the title of the article or the heading of the section names the subject. */
  const named = (segment: Segment): number => {
    const [title, heading] = [titleOf(segment), headingOf(segment)];
    const isHeaded = heading !== title && !ofAnotherPart.has(segment.context);
    const section = isHeaded ? 1 + HEADING * (fits.get(heading)?.fit ?? 0) : 1;
    const article = 1 + TITLE * (fits.get(title)?.fit ?? 0);
    return article * (otherQuestions.has(heading) ? OTHER_QUESTION : section);
  };

  const partOf = (segment: Segment, place: number, term: string): number => {
    const context = contexts.get(segment.context);
    if (terms[place]?.has(term)) return 1;
    if (context?.has(term)) return IN_CONTEXT;
    if (columns.get(segment.columns ?? '')?.has(term)) return IN_CONTEXT;
    const beside = [place - 1, place + 1].some(
      (next) => sameBlock(segment, segments[next]) && terms[next]?.has(term),
    );
    if (beside) return BESIDE;
    const stands = question.alternatives
      .get(term)
      ?.some((word) => terms[place]?.has(word) || context?.has(word));
    return stands ? ALTERNATIVE : 0;
  };

  /** True where title, headings or the segment name all that the question is about. */
  const isAbout = (segment: Segment, place: number): boolean =>
    question.terms.every(
      (term) => question.everyday.has(term) || partOf(segment, place, term) >= ALTERNATIVE,
    );

  /** The sentence or row that names who the question asks for. */
  const names = (segment: Segment, place: number): boolean =>
    question.name?.test(segment.text) === true &&
    question.terms.every((term) => question.everyday.has(term) || terms[place]?.has(term));

  /** True for "Steps" and the like, not for "How do I …?" of another matter. */
  const isListHeading = (heading: string): boolean =>
    question.list?.heading.test(heading) === true && !otherQuestions.has(heading);

  /** Articles with a section whose heading is the question: a list of another section does not come before it. */
  const headed = new Set(
    segments.filter((segment) => isHeading(segment, fits)).map(({ article }) => article),
  );
  const isListAsked = (segment: Segment, place: number): boolean => {
    const { list } = question;
    if (list === undefined || segment.kind !== 'item' || ofAnotherPart.has(segment.context)) return false;
    if (headed.has(segment.article) && !isHeading(segment, fits)) return false;
    return (
      (list.heading.test(headingOf(segment)) || list.item?.test(segment.text) === true) &&
      isAbout(segment, place)
    );
  };

  // “Install” alone stands in several headings.
  const hasTask = question.isHowTo && question.terms.filter((term) => !isLone(term)).length > 1;
  const isExplained = question.definition !== undefined || hasTask;
  const defined = segments.map(({ text }) => question.definition?.(foldText(text)) ?? 0);
  const isDefined = defined.some((much) => much >= SAYS_WHAT);
  /** The beginning of what is about the thing or the task that is to be explained, unless a sentence explains it. */
  const isOpening = (segment: Segment, place: number): boolean =>
    isExplained &&
    segment.opens &&
    (!isDefined || (defined[place] ?? 0) >= SAYS_WHAT) &&
    (fits.get(headingOf(segment))?.asked ?? 0) >= IS_QUESTION;
  /** Score factor of the beginning of a section, and of an article whose title is the question. */
  const openingOf = (segment: Segment, place: number): number => {
    if (segment.isLead && isAsked.has(titleOf(segment))) return 1 + LEAD;
    return isOpening(segment, place) ? 1 + OPENING : 1;
  };

  return segments.map((segment, place) => {
    const signs = question.signs.filter((sign) => sign.test(segment.text)).length;
    const facts = question.facts.filter((fact) => fact.test(segment.text)).length;
    const isListed = isListAsked(segment, place);
    const isHeaded =
      isListHeading(headingOf(segment)) || question.headings?.test(headingOf(segment)) === true;
    const lift =
      (1 + FACT) ** (facts + (defined[place] ?? 0) + (names(segment, place) ? 1 : 0)) *
      openingOf(segment, place) *
      (1 + SIGN) ** signs *
      (isListed ? 1 + LIST : isHeaded ? 1 + SIGN : 1);
    return {
      segment,
      terms: terms[place] ?? new Set(),
      score:
        (isCrossReference(segment.text) ? 0 : QUOTABLE[segment.kind]) *
        named(segment) *
        (isListed ? 1 : share(weights, (term) => partOf(segment, place, term))) *
        lift *
        standing(segment),
    };
  });
}

/** Scores the titles and headings of segments for a question. */
function readNames(
  segments: readonly Segment[],
  { language, alternatives, said, facts, number, list }: Question,
  weights: ReadonlyMap<string, number>,
) {
  const titles = new Set(segments.map(titleOf));
  const fits = new Map(
    [...titles.union(new Set(segments.map(headingOf)))].map((name) => [
      name,
      [name, withoutNumber(name)]
        .map((one) => nameFit(nameTerms(one, language), weights, alternatives))
        .reduce((best, next) => (next.fit > best.fit ? next : best)),
    ]),
  );
  // A fact or a list may stand anywhere below such a title, and one word is the title of much.
  const isOpen = facts.length === 0 && number === undefined && list === undefined;
  const namesNothingElse = (title: string): boolean => {
    const own = subjectTerms(withoutNumber(title), language);
    return own.length > 1 && own.every((term) => said.has(term));
  };
  return {
    fits,
    /** Titles that name all that is asked, and nothing else. */
    isAsked: new Set(
      [...titles].filter(
        (title) => isOpen && (fits.get(title)?.asked ?? 0) >= IS_QUESTION && namesNothingElse(title),
      ),
    ),
    /** Titles and headings that ask something else. */
    otherQuestions: new Set(
      [...fits].flatMap(([name, { fit }]) => (fit === 0 && asksItself(name) ? [name] : [])),
    ),
  };
}

/** True under a heading that names all that the question asks for, and little else. */
const isHeading = (segment: Segment, fits: ReadonlyMap<string, NameFit>): boolean => {
  const heading = headingOf(segment);
  return heading !== titleOf(segment) && (fits.get(heading)?.fit ?? 0) >= IS_QUESTION;
};

const sameBlock = (one: Segment, other: Segment | undefined): boolean =>
  one.article === other?.article && one.block === other.block;

/**
 * True under a heading that names another subject of the article's title: "Restore" in "Backup, restore, upgrade". A synonym is
 * another subject, too, where the title has the word itself.
 */
function namesAnotherPart(
  context: string,
  { terms, alternatives }: Question,
  termsIn: (text: string) => ReadonlySet<string>,
): boolean {
  const path = context.split(' › ');
  if (!SEVERAL_SUBJECTS.test(path[0] ?? '')) return false;
  const [title, heading] = [termsIn(path[0] ?? ''), termsIn(path.at(-1) ?? '')];
  if (heading.size === 0 || heading.size >= title.size || !heading.isSubsetOf(title)) return false;
  const isAsked = (term: string) =>
    heading.has(term) ||
    (!title.has(term) && (alternatives.get(term) ?? []).some((word) => heading.has(word)));
  return !terms.some(isAsked);
}

/** A title such as "Backup, restore, upgrade" or "Prices and hours". */
const SEVERAL_SUBJECTS = /[,、，;&/与和及]|\s(?:and|or|und|oder|et|ou|y|e|o|en|of|и)\s/iu;

/** The nearest heading above a segment. */
const headingOf = (segment: Segment): string => segment.context.split(' › ').at(-1) ?? '';

const titleOf = (segment: Segment): string => segment.context.split(' › ')[0] ?? '';

/** Terms of a title or heading; in scripts without blanks its question words would run into pairs with their neighbours. */
const nameTerms = (name: string, language: Question['language']): ReadonlySet<string> =>
  new Set(DENSE.test(name) ? subjectTerms(name, language) : termsOf(name, language));

const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

interface NameFit {
  /** Share of the question that a title or heading names. */
  readonly asked: number;
  /** Overlap with the question: geometric mean of the shares of both. */
  readonly fit: number;
}

function nameFit(
  title: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
  alternatives: Question['alternatives'],
): NameFit {
  const standing = (term: string) => alternatives.get(term)?.filter((word) => title.has(word)) ?? [];
  const asked = share(weights, (term) => (title.has(term) ? 1 : standing(term).length > 0 ? ALTERNATIVE : 0));
  const named = new Set([...weights.keys()].flatMap((term) => [term, ...standing(term)]));
  const own = [...title].filter((term) => !isLone(term));
  const shared = own.filter((term) => named.has(term)).length;
  return { asked, fit: own.length === 0 ? 0 : Math.sqrt((asked * shared) / own.length) };
}

const IN_CONTEXT = 0.85;
const BESIDE = 0.4;
const SIGN = 0.2;
/** A price where one is asked for says more than any other sign. */
const FACT = 0.5;
/** Code by itself seldom answers. */
const QUOTABLE: Readonly<Record<Segment['kind'], number>> = { sentence: 1, item: 1, row: 1, code: 0.6 };
/** Base weight of a term besides its idf: terms of all passages name the subject, and must be covered too. */
const PRESENT = 3;
const LONE = 0.5;
/** An everyday word seldom decides. */
const EVERYDAY = 0.5;
/** Weight of a matching article title; decides between close scores. */
const TITLE = 0.3;

/** Weight of a matching section heading. */
const HEADING = 0.3;

/** The beginning of a section whose heading names what is to be explained. */
const OPENING = 0.25;

/** The first paragraph of an article whose title is the question. */
const LEAD = 0.6;

/** From this on a sentence says what a thing is or does, not only how it is. */
const SAYS_WHAT = 0.75;

/** Score factor under a heading that asks something else. */
const OTHER_QUESTION = 0.75;

/** From this fit on a heading is the question. */
const IS_QUESTION = 0.9;

/** A list of the kind that is asked for, in the section or article about the subject. */
const LIST = 0.5;

/** Weight of a synonym against a word of the question. */
const ALTERNATIVE = 0.5;

/** Weight of each term by its idf over the segments; one in no segment counts as the rarest. */
function weightsOf(
  { terms, everyday, list }: Question,
  segments: readonly ReadonlySet<string>[],
): ReadonlyMap<string, number> {
  // "What do I need for …": a list of it has none of these words.
  const usual = list && terms.some((term) => !everyday.has(term)) ? 0 : EVERYDAY;
  return new Map(
    terms.map((term) => {
      const holding = Math.max(1, segments.filter((segment) => segment.has(term)).length);
      const weight = PRESENT + Math.log(1 + (segments.length - holding + 0.5) / (holding + 0.5));
      return [term, weight * (isLone(term) ? LONE : 1) * (everyday.has(term) ? usual : 1)];
    }),
  );
}

/** Weighted share of the terms, each counted with `partOf` (0 to 1). */
function share(weights: ReadonlyMap<string, number>, partOf: (term: string) => number): number {
  let all = 0;
  let covered = 0;
  for (const [term, weight] of weights) {
    all += weight;
    covered += weight * partOf(term);
  }
  return all === 0 ? 0 : covered / all;
}
