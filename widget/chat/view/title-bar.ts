import { html, nothing } from 'lit';
import type { IconName } from '../../appearance/icons.ts';
import type { ChatText } from '../../texts/text.ts';
import { icon } from '../../ui/icon.ts';

interface Acts {
  readonly save: () => void;
  readonly startAnew: () => void;
  /** Missing when the panel does not stand in a window. */
  readonly close: (() => void) | undefined;
}

/** The title of the conversation and what can be done with it as a whole. */
export function titleBar(text: ChatText, hasTurns: boolean, acts: Acts) {
  return html`<div class="bar">
    <h2>${text.title}</h2>
    ${
      hasTurns
        ? html`${tool('save', text.save, acts.save)}${tool('compose', text.newChat, acts.startAnew)}`
        : nothing
    }
    ${acts.close ? tool('close', text.close, acts.close) : nothing}
  </div>`;
}

const tool = (name: IconName, label: string, act: () => void) =>
  html`<button type="button" class="tool" title=${label} aria-label=${label} @click=${act}>
    ${icon(name)}
  </button>`;
