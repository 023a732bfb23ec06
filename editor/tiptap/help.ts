import type { EditorView } from '@tiptap/pm/view';
import type { WritingAction } from '../../contract/writing/writing.ts';
import { createPanel } from '../panel/panel.ts';
import type { Send } from '../ask.ts';
import type { EditorTexts } from '../texts.ts';
import { styleDocument } from './page-style.ts';
import { placePanel } from './place-panel.ts';
import { tiptapPassage } from './tiptap-passage.ts';

/** The writing help of one editor. */
export interface Help {
  /** Opens the menu for the selection, or for the whole document when nothing is selected. */
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
}

export function createHelp(view: EditorView, { send, texts, opensOnSelection }: HelpOptions): Help {
  const leave = new AbortController();
  const panel = createPanel({
    send,
    texts,
    drawn: (stage) => {
      // The result is shown for a moment, then the session ends.
      if (stage.name === 'done') setTimeout(endOf(stage), stage.message === '' ? 0 : doneMs);
      place();
    },
    closed: () => view.focus(),
  });
  const { session } = panel;
  const endOf = (stage: object) => () => {
    if (session.stage !== stage) return;
    const hadFocus = panel.hasFocus();
    session.close();
    if (hadFocus) view.focus();
  };
  (view.dom.closest('dialog, [popover]') ?? document.body).append(panel.element);
  if (view.root instanceof Document || view.root instanceof ShadowRoot) styleDocument(view.root);
  const place = () => placePanel(panel.element, view);
  const open = (): void => {
    if (view.editable) session.open(tiptapPassage(view));
  };

  let shownFor = '';
  /** The menu appears and disappears with the selection; later stages stay until the author closes them. */
  const followSelection = (): void => {
    const { selection, doc } = view.state;
    const { from, to, empty } = selection;
    const key = empty || doc.textBetween(from, to).trim() === '' ? '' : `${from} ${to}`;
    if (key === shownFor || view.composing) return;
    const { name } = session.stage;
    if (name !== 'closed' && name !== 'menu') return;
    shownFor = key;
    if (key !== '' && view.hasFocus()) open();
    else if (name === 'menu' && !panel.hasFocus()) session.close();
  };
  if (opensOnSelection)
    for (const name of ['pointerup', 'keyup'])
      document.addEventListener(name, () => setTimeout(followSelection), { signal: leave.signal });
  for (const name of ['scroll', 'resize'])
    addEventListener(name, place, { signal: leave.signal, capture: true, passive: true });

  return {
    open() {
      open();
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
