import { html } from 'lit';
import type { Settings } from '../../loader/settings.ts';
import type { Texts } from '../../texts/texts.ts';
import { icon } from '../../ui/icon.ts';

/** A note on what happens with questions, until the visitor knows it. */
export const privacyTip = (text: Texts, understood: () => void) =>
  html`<div class="privacy">
    <p>${text('privacy')}</p>
    <button type="button" class="plain-button" @click=${understood}>${text('understood')}</button>
  </div>`;

export const offlineNote = (text: Texts) =>
  html`<p class="offline">${icon('info')}<span>${text('offline')}</span></p>`;

/** The way to the end of a conversation that is out of sight. */
export const toLatestButton = (text: Texts, go: () => void) =>
  html`<button
    type="button"
    class="to-latest"
    title=${text('toLatest')}
    aria-label=${text('toLatest')}
    @click=${go}
  >
    ${icon('down')}
  </button>`;

/** The key of the note below the answers, which says whose words they are. A site may word it itself. */
export const noteBelow = ({ quotesArticles, showReferences, texts }: Settings) =>
  quotesArticles && texts.disclaimer === undefined
    ? 'quotedFromSite'
    : showReferences
      ? 'disclaimer'
      : 'disclaimerPlain';
