import type { Kysely } from 'kysely';
import { sha256 } from '../../../kit/ids.ts';
import type { GramMatch, TextGrams } from '../pii/grams.ts';
import type { Span } from '../day-partition.ts';
import type { FacetFilter } from './facets.ts';
import type { ChatLogTables, Facet, LogKind } from './tables.ts';

/** A question in the index, with its grams and facet. */
interface QuestionEntry {
  readonly seq: number;
  readonly question: string;
  readonly facet: Facet;
}

/** A search: consecutive grams, and marks that must or must not be present. */
export interface Wanted {
  readonly sequence: GramMatch['sequence'];
  readonly open: boolean;
  /** A mark that matches instead of the sequence. */
  readonly instead: string | undefined;
  readonly marks: readonly string[];
  readonly without: readonly string[];
}

/** A page of matches, newest first; `capped` when counting stopped early. */
export interface QuestionPage {
  readonly seqs: readonly number[];
  readonly total: number;
  readonly capped: boolean;
}

/** Positional text index of all questions; each engine has its own implementation. */
export interface QuestionIndex {
  add(tx: Kysely<ChatLogTables>, entries: readonly QuestionEntry[]): Promise<void>;
  remove(tx: Kysely<ChatLogTables>, seqs: readonly number[]): Promise<void>;
  /** Rewrites the index without deleted entries, in small steps. */
  forget(): Promise<void>;
  page(search: QuestionSearch, offset: number, limit: number): Promise<QuestionPage>;
  /** The newest matches of the span. */
  newest(search: QuestionSearch, limit: number): Promise<readonly number[]>;
}

export interface QuestionSearch {
  readonly match: GramMatch;
  readonly facets: FacetFilter;
  readonly span: Span;
}

/** Marks begin with a character that no gram begins with. The most frequent values have no mark. */
const mark = {
  kind: (kind: Exclude<LogKind, 'chat'>) => `#${kind}` as const,
  model: (model: string) => `#m${sha256(model).slice(0, 10)}`,
  feedback: (feedback: string) => `#f${feedback}`,
  state: (state: string) => `#s${state}`,
  letter: (letter: string) => `#w${letter}`,
  ending: (letters: string) => `#e${letters}`,
};

/** Marks of a log, indexed before its grams. */
export function marksOf({ kind, model, feedback, state }: Facet, { letters, endings }: TextGrams): string[] {
  return [
    ...(kind === 'chat' ? [] : [mark.kind(kind)]),
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
    kind !== undefined && kind !== 'any' && kind !== 'chat' && mark.kind(kind),
    model !== undefined && mark.model(model),
    feedback !== undefined && feedback !== 'none' && mark.feedback(feedback),
    state !== undefined && mark.state(state),
  ].filter((wanted) => wanted !== false);
  const without = [
    ...(kind === 'chat' ? [mark.kind('search')] : []),
    ...(kind === 'chat' || kind === undefined ? [mark.kind('editor'), mark.kind('evaluation')] : []),
    ...(feedback === 'none' ? [mark.feedback('like'), mark.feedback('dislike')] : []),
  ];
  const { sequence, open, ending } = match;
  return { sequence, open, instead: ending === undefined ? undefined : mark.ending(ending), marks, without };
}
