import { Extension } from '@tiptap/core';
import type { WritingAction } from '../contract/writing/actions.ts';
import { sendStream } from './send-stream.ts';
import { textsFor } from './texts.ts';
import { createHelp, type Help } from './tiptap/help.ts';
import { marksPlugin } from './tiptap/marks.ts';

export interface DocentWritingOptions {
  /**
   * Address of `POST writing/assist/stream`. Only administrators have access: either the page is signed in to Docent
   * on the same origin, or this is your own route that checks the author and adds the access token. Never ship a
   * token to browsers.
   */
  endpoint: string;
  /** Further headers of each request, such as one against forged requests. */
  headers: () => Readonly<Record<string, string>>;
  /** As `fetch` knows it. */
  credentials: RequestCredentials;
  /** `zh`, `en`, or empty for the language of the page. */
  language: string;
  /** True when selecting text opens the menu. */
  opensOnSelection: boolean;
  /** The keyboard shortcut that opens the menu, in Tiptap's notation; empty for none. */
  shortcut: string;
  /** Address of the article that is written, so that no link leads to it; empty when it has none. */
  url: () => string;
}

export interface DocentWritingStorage {
  help: Help | undefined;
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    docentWriting: {
      /** Opens the menu for the selection, or for the whole document when nothing is selected. */
      openDocentWriting: () => ReturnType;
      /** Starts an action at once: `askDocent('proofread')`. */
      askDocent: (action: WritingAction, instruction?: string) => ReturnType;
      /** Cancels the session; the document is unchanged. */
      closeDocentWriting: () => ReturnType;
    };
  }
}

/** Docent's writing help for editors built on Tiptap 2 or 3. */
export const DocentWriting = Extension.create<DocentWritingOptions, DocentWritingStorage>({
  name: 'docentWriting',
  addOptions: () => ({
    endpoint: '/apis/console.api.ai-suite.svc.run/v1alpha1/writing/assist/stream',
    headers: () => ({}),
    credentials: 'same-origin',
    language: '',
    opensOnSelection: true,
    shortcut: 'Mod-j',
    url: () => '',
  }),
  addStorage: () => ({ help: undefined }),
  addProseMirrorPlugins() {
    const { options, storage } = this;
    const texts = textsFor(options.language);
    const send = sendStream(options, texts);
    return [
      marksPlugin(
        (view) => {
          const help = createHelp(view, { ...options, send, texts });
          storage.help = help;
          return { update: help.updated, destroy: help.destroy };
        },
        (index) => storage.help?.goTo(index),
      ),
    ];
  },
  addCommands() {
    // Commands run inside a transaction; the session creates its own transaction afterwards.
    const later = (work: (help: Help) => void) => () => (props: { dispatch?: unknown }) => {
      if (props.dispatch !== undefined) queueMicrotask(() => this.storage.help && work(this.storage.help));
      return this.storage.help !== undefined;
    };
    return {
      openDocentWriting: later((help) => help.open()),
      askDocent: (action, instruction) => later((help) => help.ask(action, instruction))(),
      closeDocentWriting: later((help) => help.close()),
    };
  },
  addKeyboardShortcuts() {
    const { shortcut } = this.options;
    return {
      ...(shortcut !== '' && { [shortcut]: () => this.editor.commands.openDocentWriting() }),
      Escape: () => this.storage.help?.escape() ?? false,
    };
  },
});
