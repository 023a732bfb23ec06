import type { Panel } from '../chat/panel-parts.ts';
import { mountLazy, type LazyMount } from './mount-lazy.ts';
import { writeText, readText } from '../kit/storage.ts';
import type { ShellTexts } from '../texts/shell-texts.ts';
import { makeResizable, type Size } from './window-size.ts';

export interface ChatWindow {
  readonly element: HTMLElement;
  open(): void;
  close(): void;
  /** Makes the page visible: closes a window that fills the screen. */
  makeRoom(): void;
  /** Reopens, without taking the focus, when the visitor left the last page with the window open. */
  resume(): void;
  /** Restores the top layer after the element was moved within the page. */
  restore(): void;
}

export interface WindowDeps extends Pick<LazyMount<Panel>, 'loadPanel'> {
  readonly text: ShellTexts;
  readonly launcher: HTMLButtonElement;
  /** The configured size. */
  readonly size: Size;
  readonly tell: (event: 'open' | 'close') => void;
}

/**
 * Width, 560 pixels at the usual text size, below which the window fills the screen and the page behind it is inert.
 * Keep in step with shell.css.
 */
const narrow = '(max-width: 35em)';
const openKey = 'docent-open';
const canLift = 'popover' in HTMLElement.prototype;

/**
 * The window of the launcher. It is beside the page on wide screens and modal on narrow ones; it opens at once,
 * before its module is loaded. Escape closes it; focus moves in when it opens and back when it closes. It is in the
 * browser's top layer, since pages have banners above any z-index.
 */
export function createWindow({ text, launcher, size, loadPanel, tell }: WindowDeps): ChatWindow {
  const element = document.createElement('dialog');
  element.className = 'window';
  element.setAttribute('aria-label', text.title);
  // The content has its own container, so that the resize handles stay.
  const place = document.createElement('div');
  place.className = 'place';
  // Keeps the focus until the conversation is loaded.
  place.tabIndex = -1;
  element.append(place, ...makeResizable(element, size, text.resize));
  // A popover rather than the dialog itself, which would take the focus when it opens.
  const layer = document.createElement('div');
  layer.className = 'layer';
  layer.popover = 'manual';
  layer.append(element);
  const screen = matchMedia(narrow);
  let isOpen = false;

  function open(): void {
    appear();
    fill(() => isOpen);
  }

  function fill(takesFocus: (hadFocus: boolean) => boolean): void {
    const shown = (panel: Panel, hadFocus: boolean) => takesFocus(hadFocus) && panel.focusInput();
    void mountLazy(place, { text, loadPanel, shown, close });
  }

  function appear(): void {
    if (isOpen) return;
    isOpen = true;
    element.dataset.side = launcher.dataset.side;
    show();
    launcher.hidden = true;
    writeText(openKey, location.pathname);
    tell('open');
  }

  /** A window that fills the screen would hide a newly opened page; after a reload it was already visible. */
  function resume(): void {
    const page = readText(openKey);
    if (page === undefined || (screen.matches && page !== location.pathname)) return;
    // Opened by its attribute, a dialog does not move the focus.
    if (!screen.matches) element.setAttribute('open', '');
    appear();
    fill((hadFocus) => hadFocus);
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    writeText(openKey);
    element.close();
    lower();
    launcher.hidden = false;
    launcher.focus();
    tell('close');
  }

  function makeRoom(): void {
    if (screen.matches) close();
  }

  function restore(): void {
    if (!isOpen) return;
    if (element.matches(':modal') !== screen.matches) element.close();
    show();
  }

  /** Without popovers the window stays in the page's own layers. */
  function lift(): void {
    if (canLift && layer.isConnected && !layer.matches(':popover-open')) layer.showPopover();
  }

  function lower(): void {
    if (canLift && layer.matches(':popover-open')) layer.hidePopover();
  }

  function show(): void {
    lift();
    if (element.open) return;
    if (screen.matches) element.showModal();
    else element.show();
    place.focus({ preventScroll: true });
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
  // The browser may close a modal window itself, as with the back gesture of a phone.
  element.addEventListener('close', () => {
    if (!element.open) close();
  });
  screen.addEventListener('change', restore);
  return { element: layer, open, close, makeRoom, resume, restore };
}
