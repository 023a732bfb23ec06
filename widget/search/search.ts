import type { Finished } from '../chat/chat.ts';
import type { Settings } from '../loader/settings.ts';
import { loadTexts } from '../texts/load-texts.ts';
import type { Language } from '../texts/language.ts';
import type { Texts } from '../texts/texts.ts';
import { CopyButton } from '../ui/copy-button.ts';
import { defineElements } from '../ui/define-elements.ts';
import { Prose } from '../answer/prose.ts';
import { SearchBox } from './search-box.ts';

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

/** What the search is made of, its texts at hand. */
export type SearchParts = SearchOptions & { readonly text: Texts };

/** Creates the search in the language asked for; its elements are defined at the first call. */
export async function createSearchPanel(options: SearchOptions): Promise<SearchPanel> {
  const text = await loadTexts(options.language, options.settings.texts);
  defineElements({ 'docent-search-box': SearchBox, 'docent-prose': Prose, 'docent-copy': CopyButton });
  return new SearchBox({ ...options, text });
}
