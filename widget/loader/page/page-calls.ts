import type { Docent, DocentAsked } from '../../../contract/widget/page-api.ts';
import { closedFirst } from './outbox.ts';
import { checkListening, checkOpening, checkQuestion, keywordOf } from './call-arguments.ts';

/** A call of a page that came before the widget: of `window.Docent.q`. */
export type EarlyCall = readonly [
  name: string,
  args?: ArrayLike<unknown>,
  done?: (value: unknown) => void,
  fail?: (error: unknown) => void,
];

export interface PageCallsDeps {
  readonly chat: () => Pick<Docent, 'open' | 'close' | 'ask'> | null;
  readonly search: { open(keyword?: string): Promise<void>; close(): void };
  /** Resolves when chat and search can be opened. */
  readonly ready: Promise<unknown>;
  readonly on: Docent['on'];
  readonly destroy: () => void;
}

/** The interface for pages that also takes calls by `q`, as pages make them before the script is there. */
export type PageCalls = Docent & { readonly q: { push(...calls: readonly EarlyCall[]): void } };

type Window = 'chat' | 'search';

interface Waiting {
  readonly window: Window;
  readonly run: () => void;
  readonly cancel: () => void;
}

const isGone = 'Docent was removed from this page.';

/**
 * Calls of a page run in the order in which they came. Those before `ready` wait; closing a window takes back the waiting
 * calls that would open it. A promise that nobody listens to is no error of the page.
 */
export function createPageCalls({ chat, search, ready, on, destroy }: PageCallsDeps): PageCalls {
  let waiting: Waiting[] | undefined = [];
  let isOver = false;
  const begin = () => {
    const calls = waiting ?? [];
    waiting = undefined;
    for (const { run } of calls) run();
  };
  ready.then(begin, begin);

  /** `cancelled` says what becomes of a call that a close took back: its result, or the reason of its failure. */
  function inTurn<T>(window: Window, act: () => Promise<T>, cancelled: T | Error): Promise<T> {
    const said = new Promise<T>((done, fail) => {
      if (isOver) return fail(new Error(isGone));
      const run = () => done(act());
      const cancel = () => (cancelled instanceof Error ? fail(cancelled) : done(cancelled));
      if (waiting) waiting.push({ window, run, cancel });
      else run();
    });
    said.catch(() => undefined);
    return said;
  }

  function close(window: Window, act: () => void): void {
    const taken = waiting?.filter((each) => each.window === window) ?? [];
    waiting = waiting?.filter((each) => each.window !== window);
    for (const { cancel } of taken) cancel();
    if (!isOver) act();
  }

  const docent: PageCalls = {
    open(options) {
      checkOpening(options);
      return inTurn('chat', async () => chat()?.open(options), undefined);
    },
    close: () => close('chat', () => chat()?.close()),
    ask(question, options) {
      checkQuestion(question, options);
      const act = async (): Promise<DocentAsked> => {
        const place = chat();
        if (!place) throw new Error('No chat on this page.');
        return place.ask(question, options);
      };
      return inTurn('chat', act, new Error(closedFirst));
    },
    search(keyword) {
      const wanted = keywordOf(keyword);
      return inTurn('search', () => search.open(wanted), undefined);
    },
    closeSearch: () => close('search', () => search.close()),
    on(event, listen) {
      checkListening(event, listen);
      return on(event, listen);
    },
    destroy() {
      if (isOver) return;
      close('chat', () => undefined);
      close('search', () => undefined);
      isOver = true;
      destroy();
    },
    q: {
      push(...calls) {
        for (const call of calls) runEarly(docent, call);
      },
    },
  };
  return docent;
}

/** Runs a call that was written down. What it throws goes to its promise, or to the console. */
function runEarly(docent: Docent, [name, args = [], done, fail]: EarlyCall): void {
  try {
    if (!isCall(docent, name)) throw new TypeError(`Docent has no ${name}()`);
    const result: unknown = Reflect.apply(docent[name], docent, Array.from(args));
    done?.(result);
  } catch (error) {
    if (fail) fail(error);
    else console.error(error);
  }
}

const isCall = (docent: Docent, name: string): name is Exclude<keyof Docent, 'q'> =>
  Object.hasOwn(docent, name) && name !== 'q';
