import type { ShellTexts } from '../texts/shell-texts.ts';

export interface LazyMount<P extends HTMLElement> {
  readonly text: Pick<ShellTexts, 'loading' | 'loadFailed' | 'retry' | 'close'>;
  readonly loadPanel: () => Promise<P>;
  /** Offered beside the retry button when the module did not load. */
  readonly close?: () => void;
}

/** Mounts an element created by a lazy module in `place`: shows a text while loading, and a retry button after a failure. */
export async function mountLazy<P extends HTMLElement>(
  place: HTMLElement,
  mount: LazyMount<P>,
): Promise<P | undefined> {
  const { text, loadPanel, close } = mount;
  if (place.childElementCount === 0) place.append(notice(text.loading));
  try {
    const panel = await loadPanel();
    if (panel.parentElement !== place) place.replaceChildren(panel);
    return panel;
  } catch {
    place.replaceChildren(
      notice(text.loadFailed),
      action(text.retry, () => void mountLazy(place, mount)),
      ...(close ? [action(text.close, close)] : []),
    );
    return undefined;
  }
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
