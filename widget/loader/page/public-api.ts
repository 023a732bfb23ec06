import type { Docent } from '../../../contract/widget/page-api.ts';
import { listOf } from '../../kit/coerce.ts';
import { chatOnPage } from '../chat-mount.ts';
import { createPageCalls, type EarlyCall } from './page-calls.ts';
import type { SearchLauncher } from '../search-launcher.ts';

/** True when the widget itself is on the page, and not what a page puts in its place until it comes. */
export const isOnPage = (): boolean => window.Docent !== undefined && !Array.isArray(window.Docent.q);

export interface ApiDeps {
  readonly search: SearchLauncher;
  /** Resolves when chat and search can be opened. */
  readonly ready: Promise<unknown>;
  readonly removals: readonly (() => void)[];
}

/** Sets `window.Docent`, runs the calls that came before it, and dispatches the event `docent:ready`. */
export function offerApi({ search, ready, removals }: ApiDeps): void {
  const stop = new AbortController();
  const early: { q?: unknown } | undefined = window.Docent;
  const on: Docent['on'] = (event, listen) => {
    const hear = (heard: Event) => listen(heard instanceof CustomEvent ? heard.detail : undefined);
    document.addEventListener(`docent:${event}`, hear, { signal: stop.signal });
    return () => document.removeEventListener(`docent:${event}`, hear);
  };
  const docent = createPageCalls({
    chat: chatOnPage,
    search,
    ready,
    on,
    destroy() {
      stop.abort();
      for (const remove of removals) remove();
      delete window.Docent;
    },
  });
  window.Docent = docent;
  const calls = listOf(early?.q).filter((call): call is EarlyCall => Array.isArray(call));
  // Scripts may have kept the stand-in.
  if (early) early.q = docent.q;
  docent.q.push(...calls);
  document.dispatchEvent(new CustomEvent('docent:ready', { bubbles: true }));
}
