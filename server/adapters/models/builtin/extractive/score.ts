import { shippedWords } from '../../../../text/word-vectors/shipped-words.ts';
import type { WordTable } from '../../../../text/word-vectors/word-table.ts';
import { termsOf } from '../../../../text/terms.ts';
import { inWordsOf, type QuestionTerms } from './question.ts';
import fitted from './pick.json' with { type: 'json' };
import { createPassageFinder, segmentsOf, type Segment, type Source } from './segments.ts';

/** A segment with its score for a question. */
export interface ScoredSegment {
  readonly segment: Segment;
  /** 0 for one without a word of the question, otherwise about 1 at most. */
  readonly score: number;
}

/** What tells whether a segment of an article answers. Shares of the question are weighted by inverse document frequency over the segments. */
export interface SegmentSignals {
  /** Share of the question that it holds. */
  readonly alone: number;
  /** The same together with its title, headings and names of columns. */
  readonly together: number;
  /** How nearly its heading is the question. */
  readonly heading: number;
  /** Likeness of its passage to the question, that of the article's least passage where it stands in none. */
  readonly ngrams: number;
  /** Cosine of the question with it under title and headings, by the table of words; 0 without the table. */
  readonly meaning: number;
  /** How much less near its passage is than the article's nearest, at most 0; missing without vectors. */
  readonly nearness?: number;
}

/** The signals that the weights are for. */
export const pickNames = ['alone', 'together', 'heading', 'ngrams', 'meaning'] as const;

/** Those of the weights that were learned with vectors. */
export const pickNamesWithVectors = ['alone', 'together', 'heading', 'meaning', 'nearness'] as const;

export const pickModel = fitted;

/**
 * Scores the segments of an article by the learned weights of their signals; one without a word of the question has 0. `turn` is awaited
 * between parts of a long article.
 */
export async function scoreSegments(
  source: Source,
  question: QuestionTerms,
  turn: () => Promise<void>,
): Promise<readonly ScoredSegment[]> {
  const reading = readSignals(source, question, await shippedWords(turn));
  let step = reading.next();
  for (; step.done !== true; step = reading.next()) await turn();
  return step.value.map(({ segment, signals }) => ({
    segment,
    score: signals.together > 0 ? Math.max(Number.MIN_VALUE, scoreOf(signals)) : 0,
  }));
}

function scoreOf({ nearness, ...signals }: SegmentSignals): number {
  if (nearness === undefined) {
    const { weights } = pickModel;
    return pickNames.reduce((sum, name) => sum + weights[name] * signals[name], 0);
  }
  const { weights } = pickModel.withVectors;
  return pickNamesWithVectors.reduce((sum, name) => sum + weights[name] * { ...signals, nearness }[name], 0);
}

interface SignalledSegment {
  readonly segment: Segment;
  readonly signals: SegmentSignals;
}

/** The segments of an article with their signals; `table` is that of words. */
export function segmentSignals(
  source: Source,
  question: QuestionTerms,
  table: WordTable | undefined,
): readonly SignalledSegment[] {
  const reading = readSignals(source, question, table);
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return step.value;
}

/** The same with pauses. */
function* readSignals(
  source: Source,
  question: QuestionTerms,
  table: WordTable | undefined,
): Generator<undefined, readonly SignalledSegment[], undefined> {
  const segments = segmentsOf(source);
  yield;
  const termsIn = (text: string): ReadonlySet<string> => new Set(termsOf(text, question.language));
  const inQuestion = (held: ReadonlySet<string>) => inWordsOf(question, held);
  const termsOfText = new Map<string, Held>();
  const held: Held[] = [];
  for (const { text } of segments) {
    let terms = termsOfText.get(text);
    if (terms === undefined) {
      const own = termsIn(text.slice(0, longestRead));
      terms = { own, named: inQuestion(own) };
      termsOfText.set(text, terms);
    }
    held.push(terms);
    if (held.length % atOnce === 0) yield;
  }
  const above = new Map<string, ReadonlySet<string>>();
  const headings = new Map<string, ReadonlySet<string>>();
  for (const segment of segments) {
    const [name, heading] = [nameOf(segment), headingOf(segment)];
    if (above.has(name)) continue;
    above.set(name, termsIn(name));
    headings.set(heading, inQuestion(termsIn(heading)));
    if (above.size % atOnce === 0) yield;
  }
  const weights = weightsOf(question, held);
  const all = weights.values().reduce((sum, weight) => sum + weight, 0) || 1;
  yield;
  const headed = new Map<string, number>();
  for (const [heading, terms] of headings) headed.set(heading, likeness(weights, terms, all));
  const fromPassage = createPassageSignals(source);
  const meaningBelow = table?.cosineBelow(table.embed(question.text));
  const meaningOf = ({ context, text }: Segment) => meaningBelow?.(context, text.slice(0, longestRead)) ?? 0;
  const signalsOf = (segment: Segment, { own, named }: Held): SegmentSignals => ({
    alone: gainOf(weights, named) / all,
    together: gainOf(weights, inQuestion(own.union(above.get(nameOf(segment)) ?? new Set()))) / all,
    heading: headed.get(headingOf(segment)) ?? 0,
    meaning: meaningOf(segment),
    ...fromPassage(segment),
  });
  /** Of segments that say the same in the same place: a page may consist of nothing but signs. */
  const known = new Map<string, SegmentSignals>();
  const read: SignalledSegment[] = [];
  for (const [place, segment] of segments.entries()) {
    const key = `${segment.kind}\n${nameOf(segment)}\n${segment.text}`;
    const signals = known.get(key) ?? signalsOf(segment, held[place] ?? nothing);
    known.set(key, signals);
    read.push({ segment, signals });
    if (read.length % atOnce === 0) yield;
  }
  return read;
}

/** The terms of a text, and those in the words of the question. */
interface Held {
  readonly own: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
}

const nothing: Held = { own: new Set(), named: new Set() };

/** Characters read of a segment, of which a quotation holds a part anyway: a whole log in one line is one segment. */
const longestRead = 10_000;

/** Segments read between pauses. */
const atOnce = 50;

/** The signals that a segment has from its passage. */
function createPassageSignals(
  source: Source,
): (segment: Segment) => Pick<SegmentSignals, 'ngrams' | 'nearness'> {
  const known = source.found.flatMap(({ signals }) => signals ?? []);
  if (known.length === 0) return () => ({ ngrams: 0 });
  const near = known.flatMap(({ nearness }) => nearness ?? []);
  const [nearest, farthest] = [Math.max(...near), Math.min(...near)];
  const least = Math.min(...known.map(({ ngrams }) => ngrams));
  const passageOf = createPassageFinder(source);
  return (segment) => {
    const own = passageOf(segment)?.signals;
    return {
      ngrams: own?.ngrams ?? least,
      ...(near.length > 0 && { nearness: (own?.nearness ?? farthest) - nearest }),
    };
  };
}

/** The share of the question that a heading names, times the share of its own words that the question has. */
function likeness(weights: ReadonlyMap<string, number>, heading: ReadonlySet<string>, all: number): number {
  const asked = [...heading].filter((term) => weights.has(term)).length;
  return heading.size === 0 ? 0 : ((asked / heading.size) * gainOf(weights, heading)) / all;
}

/** The heading that a segment stands under, the title where there is none. */
const headingOf = ({ context }: Segment): string => context.split(' › ').at(-1) ?? '';

const nameOf = ({ context, columns = '' }: Segment): string => `${context}\n${columns}`;

/** Weight of each term by its idf over the segments. */
function weightsOf({ terms }: QuestionTerms, segments: readonly Held[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { named } of segments) for (const term of named) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map(
    terms.map((term) => {
      const holding = counts.get(term) ?? 0;
      return [term, 1 + Math.log1p(segments.length / (1 + holding))];
    }),
  );
}

/** Sum of the weights of the terms that are held. */
const gainOf = (weights: ReadonlyMap<string, number>, held: ReadonlySet<string>): number =>
  held.values().reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
