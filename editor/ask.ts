import type { StreamEvent } from '../contract/events.ts';
import { makesNewText, type WritingAction } from '../contract/writing/actions.ts';

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

export const formatOf = (action: WritingAction): Ask['format'] => (makesNewText(action) ? 'text' : 'patch');
