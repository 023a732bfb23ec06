import type { WritingEdit } from '../contract/writing/patch.ts';
import type { WritingAction } from '../contract/writing/actions.ts';
import type { Outline } from '../contract/writing/writing.ts';

export type Decision = 'open' | 'accepted' | 'rejected';

/** A change of the author's text with the decision about it. */
export interface Change extends WritingEdit {
  /** The current text at that place. */
  readonly before: string;
  /** The address, when the change turns the words into a link. */
  readonly href?: string | undefined;
  readonly decision: Decision;
  /** The picture whose alternative text changes; its place is that of the picture, not of the text. */
  readonly picture?: PassagePicture | undefined;
}

/** A picture of the edited part. */
export interface PassagePicture {
  readonly address: string;
  readonly alt: string;
  /** The article around it, with the picture in its place. */
  readonly text: string;
}

/** A new text; an outline is given as JSON. */
export interface NewText {
  readonly text: string;
  readonly outline?: Outline | undefined;
}

/** The edited part of a document, as provided by its editor. */
export interface Passage {
  /** The text sent to the service; offsets of changes refer to it. */
  readonly text: string;
  /** Address of the article that is written, where the editor knows it. */
  readonly url?: () => string;
  /** The pictures whose alternative texts the editor can change. */
  pictures(): readonly PassagePicture[];
  /** Actions that this editor cannot carry out. */
  readonly without: readonly WritingAction[];
  /** True when a change can be applied without breaking images, code or tables. */
  fits(change: Change): boolean;
  /** True when the document shows the changes itself; otherwise the panel shows them. */
  readonly showsChanges: boolean;
  /** Marks the changes in the document without modifying it. */
  show(changes: readonly Change[], current: number): void;
  /** Applies the changes as one undoable step; returns the number of applied ones. */
  apply(changes: readonly Change[]): number;
  /** Replaces the passage by a new text, or inserts it after the passage, as one step; returns false when that is not possible. */
  insert(text: NewText, place: 'instead' | 'below'): boolean;
  /** Removes all marks of the writing help from the document. */
  release(): void;
}
