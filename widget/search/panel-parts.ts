import type { Finished } from '../chat/panel-parts.ts';
import type { Settings } from '../loader/settings.ts';
import type { Language } from '../texts/language.ts';
import type { Texts } from '../texts/texts.ts';

export interface SearchOptions {
  readonly settings: Settings;
  readonly language: Language;
  /** Address of the service, ending in a slash. */
  readonly base: URL;
  /** Origin of the articles. */
  readonly site: string;
  readonly close: () => void;
  /** Goes on in the chat; missing where there is none. */
  readonly continueAsChat?: (finished: Finished) => void;
}

/** The search as an element. */
export interface SearchPanel extends HTMLElement {
  /** Puts the cursor where the visitor writes, and looks for `keyword` when there is one. */
  start(keyword?: string): Promise<void>;
  /** Ends what is on its way. */
  leave(): void;
}

/** Everything that the search is made of, its texts at hand; `choosing` where the site has parts to choose from. */
export type SearchParts = SearchOptions & {
  readonly text: Texts;
  readonly choosing: typeof import('./parts/part-chooser.ts') | undefined;
};
