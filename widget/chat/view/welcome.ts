import { html, nothing } from 'lit';
import type { Shortcut } from '../../../contract/widget-config.ts';
import type { ViewContext } from '../../answer/context.ts';
import { icon } from '../../ui/icon.ts';

/** What an empty conversation shows: a greeting, where answers come from, and questions to start with. */
export function welcome({ text, settings, ask }: ViewContext) {
  return html`<div class="welcome">
    <span class="emblem">${icon('sparkles')}</span>
    <p class="greeting">${settings.welcome || text.welcome}</p>
    <p class="promise">${text.promise}</p>
    ${
      settings.shortcuts.length === 0
        ? nothing
        : html`<ul class="shortcuts" aria-label=${text.suggestions}>
            ${settings.shortcuts.map((shortcut) => html`<li>${card(shortcut, ask)}</li>`)}
          </ul>`
    }
  </div>`;
}

function card({ label, query, icon: name, intentRouteId }: Shortcut, ask: ViewContext['ask']) {
  return html`<button type="button" class="shortcut" @click=${() => ask(query, intentRouteId || undefined)}>
    ${icon(name)}
    <span class="words">
      ${label && label !== query ? html`<span class="label">${label}</span>` : nothing}
      <span class="query">${query}</span>
    </span>
  </button>`;
}
