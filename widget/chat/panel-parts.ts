import type { Answer } from './conversation.ts';
import type { Settings } from '../loader/settings.ts';
import type { Language } from '../texts/language.ts';
import type { Texts } from '../texts/texts.ts';

export interface PanelOptions {
  readonly settings: Settings;
  readonly language: Language;
  /** Address of the service, ending in a slash. */
  readonly base: URL;
  /** Origin of the articles. */
  readonly site: string;
  /** True when the panel stands in a window that can be closed; it then asks for it with the event `docent:close`. */
  readonly closable: boolean;
}

/** An answer that was given elsewhere, with its question. */
export interface Finished {
  readonly question: string;
  readonly answer: Answer;
}

/** The conversation as an element. */
export interface Panel extends HTMLElement {
  /** Puts the cursor where the visitor writes. */
  focusInput(): Promise<void>;
  /** Asks a question; ignored while an answer is on its way. */
  ask(question: string, intentRouteId?: string): void;
  /** Goes on from an answer that was given elsewhere; ignored while an answer is on its way. */
  hydrate(finished: Finished): void;
}

/** Everything that the panel is made of, its texts at hand. */
export type PanelParts = PanelOptions & { readonly text: Texts };
