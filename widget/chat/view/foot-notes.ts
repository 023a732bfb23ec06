import { html } from 'lit';
import type { Texts } from '../../texts/texts.ts';
import { icon } from '../../ui/icon.ts';

/** A privacy note about questions, until the visitor dismisses it. */
export const privacyTip = (text: Texts, understood: () => void) =>
  html`<div class="privacy">
    <p>${text('privacy')}</p>
    <button type="button" class="plain-button" @click=${understood}>${text('understood')}</button>
  </div>`;

export const offlineNote = (text: Texts) =>
  html`<p class="offline">${icon('info')}<span>${text('offline')}</span></p>`;

/** A button to the end of the conversation while it is out of sight. */
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
