import '../ui/parse-as-html.ts';
import { settingsFrom } from '../loader/settings.ts';
import type { ShellSettings } from '../loader/shell-settings.ts';
import { shareHere } from '../share/share-link.ts';
import { loadTexts } from '../texts/load-texts.ts';
import { CopyButton } from '../ui/copy-button.ts';
import { Composer } from './view/composer.ts';
import { defineElements } from '../ui/define-elements.ts';
import { ChatPanel } from './view/panel.ts';
import { Prose } from '../answer/prose.ts';
import type { PanelOptions, Panel } from './panel-parts.ts';

const elements = {
  'docent-panel': ChatPanel,
  'docent-composer': Composer,
  'docent-prose': Prose,
  'docent-copy': CopyButton,
};

/** Creates the conversation for a configuration in the requested language; its elements are defined at the first call. */
export async function createPanel({
  shell,
  ...rest
}: Omit<PanelOptions, 'settings'> & { readonly shell: ShellSettings }): Promise<Panel> {
  const options = { ...rest, settings: settingsFrom(shell) };
  const text = await loadTexts(options.language, options.settings.texts);
  defineElements(elements);
  namePage(options.language, text('title'));
  // In place of a chat that stands in the page itself, as on the page for the chat alone.
  const shareId = options.closable ? undefined : shareHere();
  if (shareId !== undefined)
    return (await import('../share/shared.ts')).sharedPanel({ ...options, text }, shareId);
  return new ChatPanel({ ...options, text });
}

/** A page made for a frame has the language and the title of its chat; pages of the site have their own. */
function namePage(language: string, title: string): void {
  const { documentElement } = document;
  if (documentElement.lang !== '' || !document.querySelector('docent-chat[framed]')) return;
  documentElement.lang = language;
  document.title = title;
}
