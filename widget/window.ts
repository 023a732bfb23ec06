import { fill, type Filling } from './fill.ts';

export interface ChatWindow {
  readonly element: HTMLDialogElement;
  open(): void;
  close(): void;
}

export interface WindowDeps extends Pick<Filling, 'text' | 'loadPanel'> {
  readonly launcher: HTMLButtonElement;
  readonly tell: (event: 'open' | 'close') => void;
}

/** Below this width the window fills the screen and the page behind it rests. Keep in step with shell.css. */
const narrow = '(max-width: 560px)';

/**
 * The window of the launcher. It stands beside the page on wide screens and is modal on narrow ones; it opens at once,
 * however long the module that fills it takes. Escape closes it; focus goes in with opening and back with closing.
 */
export function createWindow({ text, launcher, loadPanel, tell }: WindowDeps): ChatWindow {
  const element = document.createElement('dialog');
  element.className = 'window';
  element.dataset.side = launcher.dataset.side;
  element.setAttribute('aria-label', text.title);
  const screen = matchMedia(narrow);
  let isOpen = false;

  function open(): void {
    if (!isOpen) {
      isOpen = true;
      show();
      launcher.hidden = true;
      tell('open');
    }
    void fill(element, { text, loadPanel, close }).then((panel) =>
      isOpen ? panel?.focusInput() : undefined,
    );
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    element.close();
    launcher.hidden = false;
    launcher.focus();
    tell('close');
  }

  function show(): void {
    if (screen.matches) element.showModal();
    else element.show();
  }

  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    close();
  });
  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  // The browser may close a modal window by itself, as with the back gesture of a phone.
  element.addEventListener('close', () => {
    if (!element.open) close();
  });
  screen.addEventListener('change', () => {
    if (!isOpen) return;
    element.close();
    show();
  });
  return { element, open, close };
}
