import type { Answer } from './conversation.ts';
import type { Settings } from '../loader/settings.ts';
import { loadTexts } from '../texts/load-texts.ts';
import type { Language } from '../texts/language.ts';
import type { Texts } from '../texts/texts.ts';
import { CopyButton } from '../ui/copy-button.ts';
import { Composer } from './view/composer.ts';
import { defineElements } from '../ui/define-elements.ts';
import { ChatPanel } from './view/panel.ts';
import { Prose } from '../answer/prose.ts';

export interface PanelOptions {
  readonly settings: Settings;
  readonly language: Language;
  /** Address of the service, ending in a slash. */
  readonly base: URL;
  /** Origin of the articles. */
  readonly site: string;
  /** Whether the panel stands in a window that can be closed; it then asks for it with the event `docent:close`. */
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

const elements = {
  'docent-panel': ChatPanel,
  'docent-composer': Composer,
  'docent-prose': Prose,
  'docent-copy': CopyButton,
};

/** What the panel is made of, its texts at hand. */
export type PanelParts = PanelOptions & { readonly text: Texts };

/** Creates the conversation in the language asked for; its elements are defined at the first call. */
export async function createPanel(options: PanelOptions): Promise<Panel> {
  const text = await loadTexts(options.language, options.settings.texts);
  defineElements(elements);
  return new ChatPanel({ ...options, text });
}
