import type { DocentAsked, DocentAskOptions } from '../../contract/widget/page-api.ts';
import type { Answer } from './conversation.ts';
import type { Size } from '../loader/window-size.ts';
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
  /** The part of the site that was searched for it; missing or `''` for the whole one. */
  readonly scope?: string | undefined;
}

/** The conversation as an element. */
export interface Panel extends HTMLElement {
  /** Adds to its window what visitors change its size by. */
  furnish(window: HTMLElement, usual: Size): Promise<void>;
  /** Focuses the input. */
  focusInput(): Promise<void>;
  /** Resolves when no answer is running. */
  idle(): Promise<void>;
  /** Asks a question; resolves at the end of its answer and rejects with a reason in words. */
  ask(question: string, options: DocentAskOptions): Promise<DocentAsked>;
  /** Puts a question into the field, for the visitor to send. */
  prefill(question: string): Promise<void>;
  /** Continues from an answer given elsewhere; ignored while an answer is running. */
  hydrate(finished: Finished): void;
}

/** Everything that the panel consists of, with its texts. */
export type PanelParts = PanelOptions & { readonly text: Texts };
