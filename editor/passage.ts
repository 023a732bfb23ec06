import type { WritingEdit } from '../contract/writing/patch.ts';
import type { Outline, WritingAction } from '../contract/writing/writing.ts';

export type Decision = 'open' | 'accepted' | 'rejected';

/** A change of the author's text with what was decided about it. */
export interface Change extends WritingEdit {
  /** The text that stands there now. */
  readonly before: string;
  /** The address, where the change makes a link of the words and leaves them as they are. */
  readonly href?: string | undefined;
  readonly decision: Decision;
}

/** A text that was written anew; an outline is read from its JSON. */
export interface NewText {
  readonly text: string;
  readonly outline?: Outline | undefined;
}

/** The stretch of a document that is worked on, as its editor knows it. */
export interface Passage {
  /** The text that is sent; offsets of changes count in it. */
  readonly text: string;
  /** Actions that this editor cannot carry out. */
  readonly without: readonly WritingAction[];
  /** True when a change can be made without breaking what is no text: an image, code, a table. */
  fits(change: Change): boolean;
  /** True when the document shows the changes itself; otherwise the panel does. */
  readonly showsChanges: boolean;
  /** Shows the changes where they belong. The document itself stays as it is. */
  show(changes: readonly Change[], current: number): void;
  /** Makes the changes in one step that is undone at once; tells how many there were place for. */
  apply(changes: readonly Change[]): number;
  /** Puts a new text in place of the passage or behind it, in one step; tells whether there was place. */
  insert(text: NewText, place: 'instead' | 'below'): boolean;
  /** Takes all marks of the writing help out of the document. */
  release(): void;
}
