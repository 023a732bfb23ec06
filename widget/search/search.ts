import '../ui/parse-as-html.ts';
import { settingsFrom } from '../loader/settings.ts';
import type { ShellSettings } from '../loader/shell-settings.ts';
import { loadTexts } from '../texts/load-texts.ts';
import { CopyButton } from '../ui/copy-button.ts';
import { defineElements } from '../ui/define-elements.ts';
import { Prose } from '../answer/prose.ts';
import { SearchBox } from './search-box.ts';
import type { SearchOptions, SearchPanel } from './panel-parts.ts';

/** Creates the search in the language asked for; its elements are defined at the first call. */
export async function createSearchPanel({
  shell,
  ...rest
}: Omit<SearchOptions, 'settings'> & { readonly shell: ShellSettings }): Promise<SearchPanel> {
  const options = { ...rest, settings: settingsFrom(shell) };
  const { language, settings } = options;
  const [text, choosing] = await Promise.all([
    loadTexts(language, settings.texts),
    // Without it the whole site is searched.
    settings.searchScopes ? import('./parts/part-chooser.ts').catch(() => undefined) : undefined,
  ]);
  defineElements({ 'docent-search-box': SearchBox, 'docent-prose': Prose, 'docent-copy': CopyButton });
  return new SearchBox({ ...options, text, choosing });
}
