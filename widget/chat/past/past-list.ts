import { html } from 'lit';
import type { ViewContext } from '../../answer/context.ts';
import { icon } from '../../ui/icon.ts';
import type { PastConversation } from './past-conversations.ts';

interface Actions {
  readonly open: (id: string) => void;
  readonly clear: () => void;
}

/** The conversations of earlier days by their first questions, and the way to forget them. */
export function pastList(
  past: readonly PastConversation[],
  { text, language }: ViewContext,
  { open, clear }: Actions,
) {
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  return html`<div class="past">
    <p class="caption" id="past">${text('pastConversations')}</p>
    <ul class="shortcuts" aria-labelledby="past">
      ${past.map(
        ({ id, at, conversation }) =>
          html`<li>
            <button type="button" class="shortcut" @click=${() => open(id)}>
              ${icon('clock')}
              <span class="words">
                <span class="query" dir="auto">${conversation[0]?.question}</span>
                <time class="label" datetime=${new Date(at).toISOString()}>${day.format(at)}</time>
              </span>
            </button>
          </li>`,
      )}
    </ul>
    <div class="kept-here">
      <span>${text('keptHere')}</span>
      <button type="button" class="plain-button" @click=${clear}>${text('clearConversations')}</button>
    </div>
  </div>`;
}
