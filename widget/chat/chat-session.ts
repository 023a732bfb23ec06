import type { Frame } from '../../contract/frames.ts';
import type { Api } from './api.ts';
import {
  ask,
  askAgain,
  end,
  rate,
  receive,
  showVersion,
  type Answer,
  type AskedPage,
  type Conversation,
  type Ending,
  type Rating,
} from './conversation.ts';
import { limits } from './limits.ts';
import { historyOf } from './history.ts';

/** Options for the answer to a question. */
export interface AskOptions {
  readonly intentRouteId?: string | undefined;
  readonly page?: AskedPage | undefined;
  /** Missing when visitors cannot choose. */
  readonly reasoning?: boolean | undefined;
}

export interface ChatSessionDeps {
  /** Finished turns of an earlier page. */
  readonly earlier?: Conversation;
  readonly api: Api;
  /** True when answers are streamed. */
  readonly stream: boolean;
  /** Called after every change of the conversation. */
  readonly changed: (conversation: Conversation) => void;
  /** Runs a task before the next paint; frames that arrive until then are applied together. */
  readonly beforePaint: (task: () => void) => void;
  readonly now: () => number;
}

/** Time in milliseconds without a byte after which the answer is aborted. */
const silenceMs = 60_000;

/** A chat session: one question at a time; each answer is applied as it arrives. */
export function createChatSession({ api, stream, changed, beforePaint, now, earlier = [] }: ChatSessionDeps) {
  let conversation = earlier;
  let nextId = Math.max(0, ...earlier.map(({ id }) => id)) + 1;
  let abort: AbortController | undefined;

  const become = (next: Conversation) => {
    conversation = next;
    changed(conversation);
  };

  /** Frames are applied before the next paint, so that a fast stream causes one change per paint. */
  function batched(id: number) {
    let waiting: Frame[] = [];
    const flush = () => {
      if (waiting.length === 0) return;
      const frames = waiting;
      waiting = [];
      become(receive(conversation, id, frames, now()));
    };
    const add = (frames: readonly Frame[]) => {
      if (waiting.length === 0) beforePaint(flush);
      waiting.push(...frames);
    };
    return { add, flush };
  }

  async function send(question: string, options: AskOptions, again?: number): Promise<Ending | undefined> {
    // Questions from scripts of the page have any length.
    const message = question.trim().slice(0, limits.messageLength);
    if (message === '' || abort) return undefined;
    const mine = new AbortController();
    abort = mine;
    const { page, intentRouteId } = options;
    const at = conversation.findIndex((turn) => turn.id === again);
    const history = historyOf(at < 0 ? conversation : conversation.slice(0, at));
    const id = again ?? nextId++;
    const conversationId = conversation.at(-1)?.conversationId ?? randomId();
    const turn = {
      id,
      question: message,
      conversationId,
      intentRouteId: intentRouteId || undefined,
      ...(page && { page }),
    };
    become(at < 0 ? ask(conversation, turn) : askAgain(conversation, id));
    const frames = batched(id);
    // Reasoning is shown live, so such answers are always streamed.
    const how = stream || options.reasoning ? 'ask' : 'askWhole';
    const ending = await api[how](
      {
        message,
        history,
        conversationId,
        ...(intentRouteId && { intentRouteId }),
        ...(page && { pageUrl: page.url, pageTask: page.task }),
        ...(options.reasoning !== undefined && { reasoningEnabled: options.reasoning }),
      },
      { receive: frames.add, signal: mine.signal, silenceMs },
    );
    frames.flush();
    if (abort === mine) abort = undefined;
    become(end(conversation, id, ending, now()));
    return ending;
  }

  return {
    /** Asks a question unless one is being answered; resolves with how its answer ended. */
    send: (question: string, options: AskOptions) => send(question, options),

    /** Stops the running answer; the received part stays. */
    stop: () => abort?.abort(),

    /** Asks a question again; its answer stays until the new one begins, and comes back when there is none. */
    again(id: number, options: AskOptions): Promise<Ending | undefined> | undefined {
      const turn = conversation.find((each) => each.id === id);
      if (!turn || abort) return undefined;
      return send(turn.question, { ...options, intentRouteId: turn.intentRouteId, page: turn.page }, id);
    },

    /** Shows another answer to a question that was asked again; `version` is its position. */
    show(id: number, version: number): void {
      become(showVersion(conversation, id, version));
    },

    /** Adds a question with its complete answer as if it had been asked here. */
    hydrate(question: string, answer: Answer): void {
      if (abort || answer.ending === undefined) return;
      const id = nextId++;
      const asked = ask(conversation, { id, question, intentRouteId: undefined });
      become(asked.map((turn) => (turn.id === id ? { ...turn, answer } : turn)));
    },

    /** Restores a conversation, unless an answer is running. */
    resume(kept: Conversation): void {
      if (abort) return;
      nextId = Math.max(nextId, ...kept.map(({ id }) => id + 1));
      become(kept);
    },

    /** Rates an answer, or rates it anew; false when the service did not take it. */
    async rate(id: number, rating: Rating, comment: string): Promise<boolean> {
      const answer = conversation.find((turn) => turn.id === id)?.answer;
      if (!answer?.logId || answer.rating === rating) return false;
      const stored = await api.rate(answer.logId, rating, comment.trim());
      if (stored) become(rate(conversation, id, rating));
      return stored;
    },

    /** Starts a new conversation. */
    clear() {
      abort?.abort();
      abort = undefined;
      become([]);
    },
  };
}

export type ChatSession = ReturnType<typeof createChatSession>;

/** A random name; `randomUUID` is missing over plain http. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
