import type { Turn } from '../chat/conversation.ts';
import { isWaiting, type Finding, type SearchApi } from './search-api.ts';
import { createChatSession, type ChatSessionDeps } from '../chat/chat-session.ts';

/** A part of the site: its `scope` as it is sent, and its name. */
export interface Part {
  readonly scope: string;
  readonly name: string;
}

/** The state that the search window shows. */
export interface Search {
  /** The visitor's words as they stand in the field. */
  readonly keyword: string;
  /** Articles for the keyword; nothing while there is none. */
  readonly finding: Finding | 'searching' | undefined;
  /** The answer to the keyword, once it was asked for. */
  readonly turn: Turn | undefined;
  /** The part that is searched; nothing for the whole site. */
  readonly part: Part | undefined;
}

export interface SearchControllerDeps extends Pick<ChatSessionDeps, 'beforePaint' | 'now'> {
  readonly api: SearchApi;
  readonly changed: (search: Search) => void;
  /** Told of every search that brought an answer of the index. */
  readonly found?: (keyword: string, total: number) => void;
  /** Runs a task later; returns the way to forget it. */
  readonly later: (task: () => void, ms: number) => () => void;
}

/** The articles are looked for when the visitor paused this long, in milliseconds. */
const pauseMs = 250;

/** Keywords are cut to what the service takes (spec 8), in UTF-16 code units. */
export const longestKeyword = 500;

/**
 * A search that goes on: results follow what is written, each newer one replacing those on their way. An answer costs the
 * site money, so it is given only when it is asked for, and ends when the visitor writes on.
 */
export function createSearchController({
  api,
  changed,
  found,
  later,
  beforePaint,
  now,
}: SearchControllerDeps) {
  let search: Search = { keyword: '', finding: undefined, turn: undefined, part: undefined };
  let abort: AbortController | undefined;
  let forget = () => {};
  /** Nothing is looked for before this time. */
  let waitsUntil = 0;

  const become = (next: Partial<Search>) => {
    search = { ...search, ...next };
    changed(search);
  };
  const session = createChatSession({
    api: {
      ask: ({ message }, following) => api.answer(message, scope(), following),
      askWhole: ({ message }, following) => api.answer(message, scope(), following),
      rate: async () => false,
    },
    stream: true,
    changed: (conversation) => become({ turn: conversation.at(-1) }),
    beforePaint,
    now,
  });
  const wanted = () => search.keyword.trim();
  const scope = () => search.part?.scope ?? '';

  /** Ends whatever is on its way. */
  function leave(): void {
    forget();
    abort?.abort();
    abort = undefined;
  }

  async function find(): Promise<void> {
    leave();
    const keyword = wanted();
    if (keyword === '') return;
    const mine = new AbortController();
    abort = mine;
    become({ finding: 'searching' });
    const finding = await api.find(keyword, scope(), mine.signal);
    if (mine.signal.aborted) return;
    abort = undefined;
    become({ finding });
    if (isWaiting(finding)) {
      waitsUntil = now() + finding.waitSeconds * 1000;
      forget = later(() => void find(), finding.waitSeconds * 1000);
    } else if (typeof finding !== 'string') found?.(keyword, finding.length);
  }

  return {
    /** Takes what the visitor wrote. */
    write(text: string): void {
      const before = wanted();
      become({ keyword: text.slice(0, longestKeyword) });
      if (wanted() === before) return;
      leave();
      session.clear();
      if (wanted() === '') become({ finding: undefined });
      else {
        if (search.finding === undefined) become({ finding: 'searching' });
        forget = later(() => void find(), Math.max(pauseMs, waitsUntil - now()));
      }
    },

    /** Searches this part of the site from now on, or with `undefined` the whole site; an answer from elsewhere is taken away. */
    choose(part: Part | undefined): void {
      if (part?.scope === search.part?.scope) return;
      leave();
      session.clear();
      become({ part });
      if (wanted() === '') return;
      become({ finding: 'searching' });
      forget = later(() => void find(), Math.max(0, waitsUntil - now()));
    },

    /** Looks for the articles now, unless the service asked to wait. */
    async find(): Promise<void> {
      if (now() >= waitsUntil) await find();
    },

    /** Has the articles answer the keyword; once, until it is written anew or asked `again`. */
    answer(again = false): void {
      if (wanted() === '' || (search.turn && !again)) return;
      if (again && search.turn) void session.again(search.turn.id, {});
      else void session.send(wanted(), {});
    },

    stop: session.stop,

    /** Ends everything that is on its way; what is there stays. */
    leave(): void {
      leave();
      session.stop();
    },
  };
}

export type SearchController = ReturnType<typeof createSearchController>;
