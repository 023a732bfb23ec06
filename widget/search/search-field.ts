import { html, nothing } from 'lit';
import type { ViewContext } from '../answer/context.ts';
import { sends } from '../kit/keys.ts';
import { icon } from '../ui/icon.ts';
import { toolButton } from '../ui/tool-button.ts';
import { longestKeyword } from './search-controller.ts';

interface Actions {
  readonly write: (text: string) => void;
  readonly enter: () => void;
  readonly move: (event: KeyboardEvent) => void;
  readonly clear: () => void;
  readonly close: () => void;
}

/** The field for the visitor's words, with the buttons to clear it and to close the window. */
export function searchField(keyword: string, { text }: ViewContext, actions: Actions) {
  const { write, enter, move, clear, close } = actions;
  const press = (event: KeyboardEvent) => {
    if (!sends(event)) return;
    event.preventDefault();
    enter();
  };
  return html`<form
    class="field"
    role="search"
    aria-label=${text('search')}
    @submit=${(event: Event) => event.preventDefault()}
    @keydown=${move}
  >
    ${icon('search')}
    <input
      type="search"
      dir="auto"
      maxlength=${longestKeyword}
      placeholder=${text('searchPlaceholder')}
      aria-label=${text('search')}
      enterkeyhint="search"
      autocomplete="off"
      spellcheck="false"
      .value=${keyword}
      @input=${({ target }: InputEvent) => target instanceof HTMLInputElement && write(target.value)}
      @keydown=${press}
    />
    ${
      keyword === ''
        ? nothing
        : html`<button type="button" class="plain-button" @click=${clear}>${text('clear')}</button>`
    }
    ${toolButton('close', text('close'), close)}
  </form>`;
}

/** The keys that work in the window; `isOnRow` while the focus is on a result. */
export function searchFoot(isOnRow: boolean, { text, settings }: ViewContext) {
  return html`<div class="footer">
    <span class="keys" aria-hidden="true">
      <span><kbd>↑</kbd><kbd>↓</kbd> ${text('keyMove')}</span>
      <span><kbd>↵</kbd> ${text(settings.searchShowAiAnswer && !isOnRow ? 'keyAsk' : 'keyOpen')}</span>
      <span><kbd>Esc</kbd> ${text('keyClose')}</span>
    </span>
  </div>`;
}
