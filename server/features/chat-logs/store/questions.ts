import type { Kysely } from 'kysely';
import { sha256 } from '../../../kit/ids.ts';
import type { GramMatch, TextGrams } from '../pii/grams.ts';
import type { Span } from '../day-partition.ts';
import type { FacetFilter } from './facets.ts';
import type { ChatLogTables, Facet } from './tables.ts';

/** A question of a log, to be found by its grams and its facet. */
interface QuestionEntry {
  readonly seq: number;
  readonly question: string;
  readonly facet: Facet;
}

/** What is searched: grams in a row, and marks that must or must not be there. */
export interface Wanted {
  readonly sequence: GramMatch['sequence'];
  readonly open: boolean;
  /** A mark that will do in place of the sequence. */
  readonly instead: string | undefined;
  readonly marks: readonly string[];
  readonly without: readonly string[];
}

/** A page of matches, newest first; `capped` when counting stopped before the end. */
export interface QuestionPage {
  readonly seqs: readonly number[];
  readonly total: number;
  readonly capped: boolean;
}

/** The index of all questions; each engine has its own kind of text index, with the positions of the grams in it. */
export interface QuestionIndex {
  add(tx: Kysely<ChatLogTables>, entries: readonly QuestionEntry[]): Promise<void>;
  remove(tx: Kysely<ChatLogTables>, seqs: readonly number[]): Promise<void>;
  page(search: QuestionSearch, offset: number, limit: number): Promise<QuestionPage>;
  /** The newest matches of the span. */
  newest(search: QuestionSearch, limit: number): Promise<readonly number[]>;
}

export interface QuestionSearch {
  readonly match: GramMatch;
  readonly facets: FacetFilter;
  readonly span: Span;
}

/** Marks begin with a sign that no gram begins with. What nearly every log would have is marked by its absence. */
const mark = {
  search: '#search',
  model: (model: string) => `#m${sha256(model).slice(0, 10)}`,
  feedback: (feedback: string) => `#f${feedback}`,
  state: (state: string) => `#s${state}`,
  letter: (letter: string) => `#w${letter}`,
  ending: (letters: string) => `#e${letters}`,
};

/** The marks of a log, which stand before its grams. */
export function marksOf({ kind, model, feedback, state }: Facet, { letters, endings }: TextGrams): string[] {
  return [
    ...(kind === 'search' ? [mark.search] : []),
    mark.model(model),
    ...(feedback === 'none' ? [] : [mark.feedback(feedback)]),
    mark.state(state),
    ...letters.map(mark.letter),
    ...endings.map(mark.ending),
  ];
}

export function wantedOf({ match, facets: { kind, model, feedback, state } }: QuestionSearch): Wanted {
  const marks = [
    match.letter !== undefined && mark.letter(match.letter),
    kind === 'search' && mark.search,
    model !== undefined && mark.model(model),
    feedback !== undefined && feedback !== 'none' && mark.feedback(feedback),
    state !== undefined && mark.state(state),
  ].filter((wanted) => wanted !== false);
  const without = [
    ...(kind === 'chat' ? [mark.search] : []),
    ...(feedback === 'none' ? [mark.feedback('like'), mark.feedback('dislike')] : []),
  ];
  const { sequence, open, ending } = match;
  return { sequence, open, instead: ending === undefined ? undefined : mark.ending(ending), marks, without };
}
