import { chatOnPage } from './chat-mount.ts';
import type { SearchLauncher } from './search-launcher.ts';

/** Events for the page; on the document they are named `docent:<name>`. */
export type DocentEvent =
  'ready' | 'open' | 'close' | 'ask' | 'answer' | 'feedback' | 'search' | 'search-open' | 'search-close';

/** `window.Docent`: the interface for scripts of a theme. */
export interface Docent {
  /** Opens the chat window. */
  open(): Promise<void>;
  close(): void;
  /** Opens the chat and asks; ignored while an answer is on its way. */
  ask(question: string): Promise<void>;
  /** Opens the search window, searching for `keyword` if given. */
  search(keyword?: string): Promise<void>;
  closeSearch(): void;
  /** Calls `listen` with the details of each event; returns a function that removes the listener. */
  on(event: DocentEvent, listen: (detail: unknown) => void): () => void;
  /** Removes the whole widget from the page. */
  destroy(): void;
}

declare global {
  interface Window {
    Docent?: Docent;
  }
}

/** Sets `window.Docent` and dispatches the event `docent:ready`. */
export function offerApi(search: SearchLauncher, removals: readonly (() => void)[]): void {
  const stop = new AbortController();
  window.Docent = {
    open: async () => chatOnPage()?.open(),
    close: () => chatOnPage()?.close(),
    ask: async (question) => chatOnPage()?.ask(question),
    search: (keyword) => search.open(keyword),
    closeSearch: () => search.close(),
    on(event, listen) {
      const hear = (heard: Event) => listen(heard instanceof CustomEvent ? heard.detail : undefined);
      document.addEventListener(`docent:${event}`, hear, { signal: stop.signal });
      return () => document.removeEventListener(`docent:${event}`, hear);
    },
    destroy() {
      stop.abort();
      for (const remove of removals) remove();
      delete window.Docent;
    },
  };
  document.dispatchEvent(new CustomEvent('docent:ready', { bubbles: true }));
}
