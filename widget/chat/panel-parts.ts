import type { Answer } from './conversation.ts';
import type { Settings } from '../loader/settings.ts';
import type { Language } from '../texts/language.ts';
import type { Texts } from '../texts/texts.ts';

export interface PanelOptions {
  readonly settings: Settings;
  readonly language: Language;
  /** Address of the service, with a trailing slash. */
  readonly base: URL;
  /** Origin of the articles. */
  readonly site: string;
  /** True when the panel is in a window that can be closed; the panel requests that with the event `docent:close`. */
  readonly closable: boolean;
}

/** An answer given elsewhere, with its question. */
export interface Finished {
  readonly question: string;
  readonly answer: Answer;
}

/** The conversation as an element. */
export interface Panel extends HTMLElement {
  /** Focuses the input. */
  focusInput(): Promise<void>;
  /** Asks a question; ignored while an answer is running. */
  ask(question: string, intentRouteId?: string): void;
  /** Continues from an answer given elsewhere; ignored while an answer is running. */
  hydrate(finished: Finished): void;
}

/** Everything that the panel consists of, with its texts. */
export type PanelParts = PanelOptions & { readonly text: Texts };
