import type { Answer } from './conversation.ts';
import type { Settings } from '../loader/settings.ts';
import type { Language } from '../texts/text.ts';
import { CopyButton } from '../ui/copy-button.ts';
import { Composer } from './view/composer.ts';
import { Feedback } from './view/feedback.ts';
import { defineElements } from '../ui/define-elements.ts';
import { ChatPanel } from './view/panel.ts';
import { Prose } from '../answer/prose.ts';

export interface PanelOptions {
  readonly settings: Settings;
  readonly language: Language;
  /** Address of the service, ending in a slash. */
  readonly base: URL;
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
  'docent-feedback': Feedback,
  'docent-prose': Prose,
  'docent-copy': CopyButton,
};

/** Creates the conversation; its elements are defined at the first call. */
export function createPanel(options: PanelOptions): Panel {
  defineElements(elements);
  return new ChatPanel(options);
}
