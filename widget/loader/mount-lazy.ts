import type { ShellTexts } from '../texts/shell-texts.ts';

export interface LazyMount<P extends HTMLElement> {
  readonly text: Pick<ShellTexts, 'loading' | 'loadFailed' | 'retry' | 'close'>;
  readonly loadPanel: () => Promise<P>;
  /** Called when the panel is there, with whether the focus was in its place. */
  readonly shown: (panel: P, hadFocus: boolean) => unknown;
  /** Offered beside the retry button when the module did not load. */
  readonly close?: () => void;
  /** Called with the reason in words each time the module did not load. */
  readonly failed?: (reason: string) => void;
}

/**
 * Mounts an element created by a lazy module in `place`: shows a text while loading, and a retry button after a failure,
 * which takes over the focus.
 */
export async function mountLazy<P extends HTMLElement>(
  place: HTMLElement,
  mount: LazyMount<P>,
): Promise<void> {
  const { text, loadPanel, shown, close, failed } = mount;
  if (place.childElementCount === 0) place.append(notice(text.loading));
  const panel = await loadPanel().catch(() => undefined);
  const hadFocus = place.matches(':focus-within');
  if (panel) {
    if (panel.parentElement !== place) place.replaceChildren(panel);
    await shown(panel, hadFocus);
    return;
  }
  failed?.(text.loadFailed);
  const retry = action(text.retry, () => {
    // It keeps the focus; a second attempt beside the first could take away what the first has brought.
    if (retry.ariaDisabled === 'true') return;
    retry.ariaDisabled = 'true';
    retry.textContent = text.loading;
    void mountLazy(place, mount);
  });
  place.replaceChildren(notice(text.loadFailed), retry, ...(close ? [action(text.close, close)] : []));
  if (hadFocus) retry.focus();
}

function notice(words: string): HTMLElement {
  const element = document.createElement('p');
  element.className = 'notice';
  element.setAttribute('role', 'status');
  element.textContent = words;
  return element;
}

function action(words: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'action';
  button.textContent = words;
  button.addEventListener('click', act);
  return button;
}
