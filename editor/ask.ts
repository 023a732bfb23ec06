import type { StreamEvent } from '../contract/events.ts';
import type { WritingAction } from '../contract/writing/writing.ts';

/** A request for a text. */
export interface Ask {
  readonly text: string;
  readonly action: WritingAction;
  readonly instruction: string;
  readonly format: 'text' | 'patch';
  /** Address of the article that is written, where the editor knows it. */
  readonly url?: string;
  /** Address of the picture that is described. */
  readonly image?: string;
}

/** Sends a request; the events end when the text is complete. Throws a `ServiceError`, or another error whose message is for the author. */
export type Send = (ask: Ask, signal: AbortSignal) => AsyncIterable<StreamEvent>;

/** Actions that produce a new text rather than changes to accept or reject one by one. */
const newTexts: ReadonlySet<WritingAction> = new Set([
  'summarize',
  'translate-en',
  'outline',
  'tags',
  'titles',
  'seo-description',
  'alt-text',
]);

/** Actions whose result is about the text and stands elsewhere than in it, so that it is copied. */
const aboutText: ReadonlySet<WritingAction> = new Set(['tags', 'titles', 'seo-description', 'alt-text']);

export const isAboutText = (action: WritingAction): boolean => aboutText.has(action);

/** True for actions whose changes are links. */
export const makesLinks = (action: WritingAction): boolean => action === 'link' || action === 'propose-links';

export const formatOf = (action: WritingAction): Ask['format'] => (newTexts.has(action) ? 'text' : 'patch');
