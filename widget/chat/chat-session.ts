import type { Frame } from '../../contract/frames.ts';
import type { Api } from './api.ts';
import {
  ask,
  drop,
  end,
  rate,
  receive,
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
  /** Missing when visitors may not choose. */
  readonly reasoning?: boolean | undefined;
}

export interface ChatSessionDeps {
  /** Finished turns of an earlier page. */
  readonly earlier?: Conversation;
  readonly api: Api;
  /** True when answers are shown as they are written. */
  readonly stream: boolean;
  /** Told after every change of the conversation. */
  readonly changed: (conversation: Conversation) => void;
  /** Runs a task before the next paint; frames that arrive meanwhile are taken in together. */
  readonly beforePaint: (task: () => void) => void;
  readonly now: () => number;
}

/** After this long without a byte the answer is given up, in milliseconds. */
const silenceMs = 60_000;

/** A conversation that goes on: one question at a time, each answer taken in as it arrives. */
export function createChatSession({ api, stream, changed, beforePaint, now, earlier = [] }: ChatSessionDeps) {
  let conversation = earlier;
  let nextId = Math.max(0, ...earlier.map(({ id }) => id)) + 1;
  let abort: AbortController | undefined;

  const become = (next: Conversation) => {
    conversation = next;
    changed(conversation);
  };

  /** Frames wait for the next paint, so that a fast stream costs one change a picture. */
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

  async function send(question: string, options: AskOptions): Promise<Ending | undefined> {
    // A script of the page may ask at any length.
    const message = question.trim().slice(0, limits.messageLength);
    if (message === '' || abort) return undefined;
    const mine = new AbortController();
    abort = mine;
    const id = nextId++;
    const history = historyOf(conversation);
    const { page, intentRouteId } = options;
    become(
      ask(conversation, {
        id,
        question: message,
        intentRouteId: intentRouteId || undefined,
        ...(page && { page }),
      }),
    );
    const frames = batched(id);
    // Reasoning is shown while it happens, so it always streams.
    const how = stream || options.reasoning ? 'ask' : 'askWhole';
    const ending = await api[how](
      {
        message,
        history,
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
    /** Asks a question unless one is being answered; resolves with the way its answer ended. */
    send,

    /** Ends the answer that is on its way; what arrived is kept. */
    stop: () => abort?.abort(),

    /** Asks a question again in place of its old answer. */
    again(id: number, options: AskOptions): Promise<Ending | undefined> | undefined {
      const turn = conversation.find((each) => each.id === id);
      if (!turn || abort) return undefined;
      conversation = drop(conversation, id);
      return send(turn.question, { ...options, intentRouteId: turn.intentRouteId, page: turn.page });
    },

    /** Takes over a question and its finished answer as if they had been asked here. */
    hydrate(question: string, answer: Answer): void {
      if (abort || answer.ending === undefined) return;
      const id = nextId++;
      const asked = ask(conversation, { id, question, intentRouteId: undefined });
      become(asked.map((turn) => (turn.id === id ? { ...turn, answer } : turn)));
    },

    /** Goes on with a conversation that was kept elsewhere, unless an answer is on its way. */
    resume(kept: Conversation): void {
      if (abort) return;
      nextId = Math.max(nextId, ...kept.map(({ id }) => id + 1));
      become(kept);
    },

    /** Rates an answer, once; false when the service did not take it. */
    async rate(id: number, rating: Rating, comment: string): Promise<boolean> {
      const answer = conversation.find((turn) => turn.id === id)?.answer;
      if (!answer?.logId || answer.rating) return false;
      const stored = await api.rate(answer.logId, rating, comment.trim());
      if (stored) become(rate(conversation, id, rating));
      return stored;
    },

    /** Forgets everything and starts anew. */
    clear() {
      abort?.abort();
      abort = undefined;
      become([]);
    },
  };
}

export type ChatSession = ReturnType<typeof createChatSession>;
