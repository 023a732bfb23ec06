import type { StreamEvent } from '../contract/events.ts';
import type { WritingAction } from '../contract/writing/writing.ts';

/** A request to the service for a text. */
export interface Ask {
  readonly text: string;
  readonly action: WritingAction;
  readonly instruction: string;
  readonly format: 'text' | 'patch';
}

/** Asks the service; the events end when the text is complete. What fails is thrown in words for the author. */
export type Send = (ask: Ask, signal: AbortSignal) => AsyncIterable<StreamEvent>;

/** Actions that make another text, so that there is nothing to take or leave change by change. */
const newTexts: ReadonlySet<WritingAction> = new Set(['summarize', 'translate-en', 'outline']);

export const formatOf = (action: WritingAction): Ask['format'] => (newTexts.has(action) ? 'text' : 'patch');
