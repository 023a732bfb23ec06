import { loadTexts } from '../texts/load-texts.ts';
import { CopyButton } from '../ui/copy-button.ts';
import { defineElements } from '../ui/define-elements.ts';
import { Prose } from '../answer/prose.ts';
import { SearchBox } from './search-box.ts';
import type { SearchOptions, SearchPanel } from './panel-parts.ts';

/** Creates the search in the language asked for; its elements are defined at the first call. */
export async function createSearchPanel(options: SearchOptions): Promise<SearchPanel> {
  const text = await loadTexts(options.language, options.settings.texts);
  defineElements({ 'docent-search-box': SearchBox, 'docent-prose': Prose, 'docent-copy': CopyButton });
  return new SearchBox({ ...options, text });
}
