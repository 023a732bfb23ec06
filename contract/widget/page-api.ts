import type { AnswerState, Citation } from '../articles/articles.ts';

/** Events of the widget; on the document they are named `docent:<name>`. */
export interface DocentEvents {
  ready: undefined;
  open: undefined;
  close: undefined;
  /** A question was sent. */
  ask: { readonly question: string };
  /** An answer has ended, well or not. */
  answer: {
    readonly question: string;
    readonly ending: 'done' | 'stopped' | 'cut' | 'silent' | 'refused' | 'unreachable';
    readonly answerState: AnswerState | undefined;
    readonly logId: string | undefined;
  };
  feedback: { readonly rating: 'like' | 'dislike'; readonly logId: string | undefined };
  /** A limit kept the question from being answered. */
  limit: { readonly question: string; readonly retryAfterSeconds: number | undefined };
  /** A question failed, or a part of the widget did not load (then without `question`). */
  error: { readonly reason: string; readonly question?: string };
  search: { readonly keyword: string; readonly total: number };
  'search-open': undefined;
  'search-close': undefined;
}

export type DocentEvent = keyof DocentEvents;

/** What became of a question of the page. */
export interface DocentAsked {
  /** The question as it was sent; empty when it was only put into the field. */
  readonly asked: string;
  readonly answerState: AnswerState | undefined;
  readonly citations: readonly Citation[];
}

export interface DocentAskOptions {
  /** False puts the question into the field, for the visitor to send. */
  readonly submit?: boolean;
  /** True asks outside of the conversation so far, which stays within reach. */
  readonly newConversation?: boolean;
  /** The intent route that answers. */
  readonly intentRouteId?: string;
}

export interface DocentOpenOptions {
  /** Put into the field of the chat. */
  readonly query?: string;
  /** True sends `query` at once. */
  readonly submit?: boolean;
}

/** `window.Docent`: the interface of the widget for scripts of a page. Wrong arguments are a `TypeError` at once. */
export interface Docent {
  /** Opens the chat window; resolves when it is open, or when `close` came first. */
  open(options?: DocentOpenOptions): Promise<void>;
  /** Closes the chat window and takes back what was not opened or sent yet. */
  close(): void;
  /**
   * Opens the chat and asks; resolves at the end of the answer and rejects with a reason in words. While an answer is
   * running one question waits; one more is rejected.
   */
  ask(question: string, options?: DocentAskOptions): Promise<DocentAsked>;
  /** Opens the search window, searching for `keyword` if given. */
  search(keyword?: string): Promise<void>;
  closeSearch(): void;
  /** Calls `listen` with the details of each event; returns a function that removes the listener. */
  on<Name extends DocentEvent>(event: Name, listen: (detail: DocentEvents[Name]) => void): () => void;
  /** Removes the whole widget from the page. */
  destroy(): void;
  /** Takes the calls that a page wrote down before the widget was there; then it is an array. */
  readonly q: { push(...calls: readonly never[]): void };
}

declare global {
  interface Window {
    /** There from the event `docent:ready` on. */
    Docent?: Docent;
  }
}
