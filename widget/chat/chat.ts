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

/** Creates the conversation in the requested language; its elements are defined at the first call. */
export async function createPanel(options: PanelOptions): Promise<Panel> {
  const text = await loadTexts(options.language, options.settings.texts);
  defineElements(elements);
  return new ChatPanel({ ...options, text });
}
