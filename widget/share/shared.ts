import type { Panel, PanelParts } from '../chat/panel-parts.ts';
import { defineElements } from '../ui/define-elements.ts';
import { shareTexts } from './share-texts.ts';
import { SharedPanel } from './shared-panel.ts';

/** A conversation that somebody has shared, as the panel of a page. */
export function sharedPanel(parts: PanelParts, shareId: string): Panel {
  defineElements({ 'docent-shared': SharedPanel });
  // The page for the chat alone is named after it.
  if (document.querySelector('docent-chat[framed]'))
    document.title = shareTexts(parts.language, parts.settings.texts).shared;
  return new SharedPanel(parts, shareId);
}
