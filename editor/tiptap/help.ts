import type { EditorView } from '@tiptap/pm/view';
import type { WritingAction } from '../../contract/writing/actions.ts';
import { createPanel } from '../panel/panel.ts';
import type { Send } from '../ask.ts';
import type { EditorTexts } from '../texts.ts';
import { styleDocument } from './page-style.ts';
import { placePanel, scrollToChange } from './place-panel.ts';
import { tiptapPassage } from './tiptap-passage.ts';

/** The writing help of one editor. */
export interface Help {
  /** Opens the menu for the selection, or for the whole document when nothing is selected; while something is in work, goes there. */
  open(): void;
  ask(action: WritingAction, instruction?: string): void;
  close(): void;
  /** Selects a clicked change. */
  goTo(index: number): void;
  /** Handles keys of the editor while the help is open; returns true for those it consumed. */
  escape(): boolean;
  updated(): void;
  destroy(): void;
}

export interface HelpOptions {
  readonly send: Send;
  readonly texts: EditorTexts;
  /** True when selecting text opens the menu. */
  readonly opensOnSelection: boolean;
  /** Address of the article that is written; empty when it has none. */
  readonly url: () => string;
}

export function createHelp(view: EditorView, { send, texts, opensOnSelection, url }: HelpOptions): Help {
  const leave = new AbortController();
  const panel = createPanel({
    send,
    texts,
    drawn: (stage) => {
      // The result is shown for a moment, then the session ends.
      if (stage.name === 'done') {
        setTimeout(endOf(stage), stage.message === '' ? 0 : doneMs);
        // Its words say that one undo takes all back: by the next key.
        if (panel.hasFocus()) view.focus();
      }
      if (stage.name === 'review') scrollToChange(panel.element, view);
      place();
    },
    closed: () => view.focus(),
  });
  const { session } = panel;
  const endOf = (stage: object) => () => {
    if (session.stage === stage) session.close();
  };
  (view.dom.closest('dialog, [popover]') ?? document.body).append(panel.element);
  if (view.root instanceof Document || view.root instanceof ShadowRoot) styleDocument(view.root);
  const place = () => placePanel(panel.element, view);
  let openedFor = '';
  const open = (): void => {
    if (!view.editable) return;
    openedFor = selected();
    session.open({ ...tiptapPassage(view), url });
  };
  /** The range of the selected text; empty when none is selected. */
  const selected = (): string => {
    const { from, to, empty } = view.state.selection;
    return empty || view.state.doc.textBetween(from, to).trim() === '' ? '' : `${from} ${to}`;
  };
  /** True while there is something to lose and the author has selected nothing else. */
  const isBusy = (): boolean =>
    ['working', 'review', 'result'].includes(session.stage.name) && ['', openedFor].includes(selected());

  let shownFor = '';
  /** The menu appears and disappears with the selection; later stages stay until the author closes them. */
  const followSelection = (): void => {
    const key = selected();
    if (key === shownFor || view.composing) return;
    const { name } = session.stage;
    if (name !== 'closed' && name !== 'menu') return;
    shownFor = key;
    if (key !== '' && view.hasFocus()) open();
    else if (name === 'menu' && !panel.hasFocus()) session.close();
  };
  if (opensOnSelection) followEvents(followSelection, leave.signal);
  for (const name of ['scroll', 'resize']) {
    addEventListener(name, place, { signal: leave.signal, capture: true, passive: true });
    visualViewport?.addEventListener(name, place, { signal: leave.signal });
  }

  return {
    open() {
      if (!isBusy()) open();
      panel.focus();
    },
    ask(action, instruction) {
      open();
      void session.ask(action, instruction);
    },
    close: () => session.close(),
    goTo: (index) => session.goTo(index),
    escape() {
      if (session.stage.name === 'closed') return false;
      session.close();
      return true;
    },
    updated: place,
    destroy() {
      leave.abort();
      panel.destroy();
    },
  };
}

const doneMs = 4000;
/** Rest of the handles of a selection after which it counts as made, in milliseconds. */
const handlesRestMs = 400;

/** Calls when a selection may have been made: by pointer, by key, or on touch screens by handles, which cause neither. */
function followEvents(follow: () => void, signal: AbortSignal): void {
  for (const name of ['pointerup', 'keyup'])
    document.addEventListener(name, () => setTimeout(follow), { signal });
  let resting: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(resting);
    if (matchMedia('(pointer: coarse)').matches) resting = setTimeout(follow, handlesRestMs);
  };
  document.addEventListener('selectionchange', wait, { signal });
  signal.addEventListener('abort', () => clearTimeout(resting));
}
