import { html, nothing } from 'lit';
import type { Reasoning } from '../chat/conversation.ts';
import type { Texts } from '../texts/texts.ts';
import { icon } from '../ui/icon.ts';

/** The model's reasoning, collapsed, with its duration. */
export function reasoningFold(reasoning: Reasoning | undefined, text: Texts) {
  if (!reasoning || (reasoning.text === '' && reasoning.endedAt !== undefined)) return nothing;
  const { startedAt, endedAt } = reasoning;
  const title =
    endedAt === undefined
      ? text('thinking')
      : text('thought', { count: Math.max(1, Math.round((endedAt - startedAt) / 1000)) });
  return html`<details class="reasoning">
    <summary class=${endedAt === undefined ? 'live' : ''}>
      ${icon('chevron', 'arrow')}<span>${title}</span>
    </summary>
    <div class="thoughts" tabindex="0" role="group" aria-label=${title}>${reasoning.text}</div>
  </details>`;
}
