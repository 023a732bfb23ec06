import type { Finished } from '../chat/chat.ts';
import type { Settings } from '../loader/settings.ts';
import type { Language } from '../texts/text.ts';
import { CopyButton } from '../ui/copy-button.ts';
import { defineElements } from '../ui/define-elements.ts';
import { Prose } from '../answer/prose.ts';
import { SearchBox } from './search-box.ts';

export interface SearchOptions {
  readonly settings: Settings;
  readonly language: Language;
  /** Address of the service, ending in a slash. */
  readonly base: URL;
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

/** Creates the search; its elements are defined at the first call. */
export function createSearchPanel(options: SearchOptions): SearchPanel {
  defineElements({ 'docent-search-box': SearchBox, 'docent-prose': Prose, 'docent-copy': CopyButton });
  return new SearchBox(options);
}
