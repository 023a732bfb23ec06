import { html, nothing } from 'lit';
import type { ViewContext } from '../../answer/context.ts';
import type { Dock } from './dock.ts';
import { toolButton } from '../../ui/tool-button.ts';

interface Actions {
  readonly save: () => void;
  readonly startAnew: () => void;
  /** Missing when there is no conversation to go back to. */
  readonly reopen: (() => void) | undefined;
  /** Offers the conversation as a link; missing where that is switched off. */
  readonly share: ShareTool | undefined;
  /** Shows or hides the conversations of earlier days; missing when there are none. */
  readonly list: (() => void) | undefined;
  readonly isListing: boolean;
  /** Missing while the window cannot stand at the side of the page. */
  readonly dock: Dock | undefined;
  /** Missing when the panel is not in a window. */
  readonly close: (() => void) | undefined;
}

/** A way to share the conversation, with its name. */
export interface ShareTool {
  readonly label: string;
  readonly isOpen: boolean;
  /** Missing while there is nothing to share. */
  readonly toggle: (() => void) | undefined;
}

/** The title of the conversation and the actions on it. */
export function titleBar({ text, settings }: ViewContext, hasTurns: boolean, actions: Actions) {
  const { siteTitle: site } = settings;
  return html`<div class="bar" part="header">
    <h2 dir="auto">${site === '' ? text('title') : text('titleOf', { site })}</h2>
    ${actions.list ? toolButton('clock', text('pastConversations'), actions.list, { isPressed: actions.isListing }) : nothing}
    ${actions.share?.toggle ? toolButton('share', actions.share.label, actions.share.toggle, { isPressed: actions.share.isOpen }) : nothing}
    ${
      hasTurns
        ? html`${toolButton('save', text('save'), actions.save)}${toolButton('compose', text('newChat'), actions.startAnew)}`
        : actions.reopen
          ? toolButton('clock', text('previous'), actions.reopen)
          : nothing
    }
    ${
      actions.dock?.isPossible
        ? toolButton('dock', text(actions.dock.isDocked ? 'undock' : 'dock'), actions.dock.toggle)
        : nothing
    }
    ${actions.close ? toolButton('close', text('close'), actions.close) : nothing}
  </div>`;
}
