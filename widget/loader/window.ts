import type { Panel } from '../chat/panel-parts.ts';
import { keepKeys } from './keep-keys.ts';
import { mountLazy, type LazyMount } from './mount-lazy.ts';
import { writeText, readText } from '../kit/storage.ts';
import type { ShellTexts } from '../texts/shell-texts.ts';
import { keptSize, takeSize, type Size } from './window-size.ts';

export interface ChatWindow {
  readonly element: HTMLElement;
  open(): void;
  close(): void;
  isOpen(): boolean;
  /** Makes the page visible: closes a window that fills the screen. */
  makeRoom(): unknown;
  /**
   * Reopens, without taking the focus, when the visitor left the last page with the window open. Where that would hide a new page, and
   * where an answer came to a closed window, the button says that it waits.
   */
  resume(): void;
  /** Called when an answer begins to run, and when it has ended. */
  answers(isRunning: boolean): void;
  /** Opens in place of a window that was open, with its focus. */
  succeed(hadFocus: boolean): void;
  /** Restores the top layer after the element was moved within the page. */
  restore(): void;
}

export interface WindowDeps extends Pick<LazyMount<Panel>, 'loadPanel'> {
  readonly text: ShellTexts;
  readonly launcher: HTMLButtonElement;
  /** False where the page has a button of its own. */
  readonly showsLauncher: boolean;
  /** The configured size. */
  readonly size: Size;
  /** Called when the conversation is in the window. */
  readonly mounted: (panel: Panel, window: HTMLElement) => void;
  readonly tell: (event: 'open' | 'close' | 'error', detail?: unknown) => void;
}

/**
 * Width, 560 pixels at the usual text size, below which the window fills the screen and the page behind it is inert.
 * Keep in step with shell.css.
 */
const narrow = '(max-width: 35em)';
/** Holds the path of the page on which the window is open. */
const openKey = 'docent-open';
/** In its place when an answer came, or will come, to a closed window. */
const closedEarly = '';

/**
 * The window of the launcher. It is beside the page on wide screens and modal on narrow ones; it opens at once,
 * before its module is loaded. Escape closes it; focus moves in when it opens and back when it closes. It is in the
 * browser's top layer, since pages have banners above any z-index.
 */
export function createWindow({
  text,
  launcher,
  showsLauncher,
  size,
  loadPanel,
  mounted,
  tell,
}: WindowDeps): ChatWindow {
  const { element, place } = createDialog(text.title);
  takeSize(element, keptSize(size));
  const layer = layerOver(element);
  const screen = matchMedia(narrow);
  let isOpen = false;
  let isAnswering = false;
  /** True when the window is modal since something of the page is. */
  let isForced = false;
  /** What had the focus before. */
  let opener: HTMLElement | undefined;

  function open(): void {
    if (isOpen) reach();
    appear();
    fill(() => isOpen);
  }

  function fill(takesFocus: (hadFocus: boolean) => boolean): void {
    const shown = (panel: Panel, hadFocus: boolean) => {
      mounted(panel, element);
      return takesFocus(hadFocus) && panel.focusInput();
    };
    const failed = (reason: string) => tell('error', { reason });
    void mountLazy(place, { text, loadPanel, shown, close, failed });
  }

  function appear(): void {
    if (isOpen) return;
    isOpen = true;
    opener = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    delete launcher.dataset.waiting;
    element.dataset.side = launcher.dataset.side;
    show();
    launcher.hidden = true;
    writeText(openKey, location.pathname);
    tell('open');
  }

  /** A window that fills the screen would hide a newly opened page; after a reload it was already visible. */
  function resume(): void {
    const page = readText(openKey);
    if (page === undefined) return;
    // An answer to a closed window has no page.
    if ((screen.matches || !page) && page !== location.pathname) launcher.dataset.waiting = '';
    else appearQuietly();
  }

  function answers(isRunning: boolean): void {
    isAnswering = isRunning;
    if (isOpen || isRunning) return;
    launcher.dataset.waiting = '';
    writeText(openKey, closedEarly);
  }

  function appearQuietly(): void {
    // Opened by its attribute, a dialog does not move the focus.
    if (!screen.matches) element.setAttribute('open', '');
    appear();
    fill((hadFocus) => hadFocus);
  }

  function succeed(hadFocus: boolean): void {
    if (hadFocus) open();
    else appearQuietly();
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    writeText(openKey, isAnswering ? closedEarly : undefined);
    element.close();
    layer.lower();
    launcher.hidden = !showsLauncher;
    (showsLauncher ? launcher : opener)?.focus();
    tell('close');
  }

  function restore(): void {
    if (!isOpen) return;
    if (element.matches(':modal') !== (screen.matches || isForced)) element.close();
    show();
  }

  function show(): void {
    layer.lift();
    if (element.open) return;
    isForced = false;
    if (screen.matches) element.showModal();
    else element.show();
    reach();
  }

  function reach(): void {
    if (takeFocus(element, place)) isForced = true;
  }

  closeWhenAsked(element, close);
  keepKeys(element);
  screen.addEventListener('change', restore);
  return {
    element: layer.element,
    open,
    close,
    isOpen: () => isOpen,
    makeRoom: () => screen.matches && close(),
    resume,
    answers,
    succeed,
    restore,
  };
}

function createDialog(title: string) {
  const element = document.createElement('dialog');
  element.className = 'window';
  element.part = 'window';
  element.setAttribute('aria-label', title);
  // The content has its own container, so that the resize handles stay.
  const place = document.createElement('div');
  place.className = 'place';
  // Keeps the focus until the conversation is loaded.
  place.tabIndex = -1;
  element.append(place);
  return { element, place };
}

/** Closes a window by Escape, and when the browser closes it itself, as with the back gesture of a phone. */
function closeWhenAsked(element: HTMLDialogElement, close: () => void): void {
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    event.preventDefault();
    close();
  });
  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  element.addEventListener('close', () => {
    if (!element.open) close();
  });
}

/** Lifts a window into the top layer: a popover around the dialog, which would take the focus itself when it opens. */
function layerOver(window: HTMLElement) {
  const element = document.createElement('div');
  element.className = 'layer';
  element.popover = 'manual';
  element.append(window);
  // Without popovers the window stays in the page's own layers.
  const isUp = () => element.matches(':popover-open');
  const canLift = 'popover' in HTMLElement.prototype;
  return {
    element,
    lift: () => canLift && element.isConnected && !isUp() && element.showPopover(),
    lower: () => canLift && isUp() && element.hidePopover(),
  };
}

/** Takes the focus, whatever else is open on the page; true when the window had to become modal for it. */
function takeFocus(element: HTMLDialogElement, place: HTMLElement): boolean {
  closeSearch();
  if (!hasFocus(place)) place.focus({ preventScroll: true });
  if (hasFocus(place) || place.getClientRects().length === 0) return false;
  // Something of the page is modal: beside it the window could be seen and not used.
  element.close();
  element.showModal();
  place.focus({ preventScroll: true });
  return true;
}

function hasFocus(place: HTMLElement): boolean {
  const root = place.getRootNode();
  return root instanceof ShadowRoot && place.contains(root.activeElement);
}

/** The search is modal: the chat would lie below it. */
function closeSearch(): void {
  document.querySelector('docent-search')?.shadowRoot?.querySelector('dialog')?.close();
}
