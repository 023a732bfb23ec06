import type { Api, Question } from './api.ts';
import {
  ask,
  askAgain,
  end,
  goingOn,
  rate,
  showVersion,
  withoutKey,
  type AskedPage,
  type Conversation,
  type Ending,
  type Rating,
  type Turn,
} from './conversation.ts';
import { limits } from './limits.ts';
import type { Finished } from './panel-parts.ts';
import { historyOf } from './history.ts';
import { framesFor, type Frames, type ReceivingDeps } from './receive-answer.ts';

/** Options for the answer to a question. */
export interface AskOptions {
  readonly intentRouteId?: string | undefined;
  readonly page?: AskedPage | undefined;
  /** Missing when visitors cannot choose. */
  readonly reasoning?: boolean | undefined;
}

/** An answer whose connection was lost. */
export interface LostAnswer extends Omit<ReceivingDeps, 'beforePaint'> {
  readonly id: number;
  readonly resumeKey: string;
  readonly isOfEarlierPage: boolean;
  readonly frames: Frames;
  readonly signal: AbortSignal;
  readonly silenceMs: number;
}

/** The ways back to answers. None of them throws. */
export interface Resumption {
  /** Goes on with an answer; resolves with how it ended. */
  readOn(answer: LostAnswer): Promise<Ending>;
  /** Ends an answer that nobody wants any more. */
  stop(resumeKey: string): void;
}

/** The answer that is running. */
interface Running {
  readonly id: number;
  readonly resumeKey: string | undefined;
  readonly mine: AbortController;
}

export interface ChatSessionDeps {
  /** Turns of an earlier page; the last answer may still be running. */
  readonly earlier?: Conversation;
  readonly api: Api;
  /** True when answers are streamed. */
  readonly stream: boolean;
  /** Called after every change of the conversation. */
  readonly changed: (conversation: Conversation) => void;
  /** Runs a task before the next paint; frames that arrive until then are applied together. */
  readonly beforePaint: (task: () => void) => void;
  readonly now: () => number;
  /** Missing where an answer ends with its connection. */
  readonly resumption?: Resumption;
}

/** Time in milliseconds without a byte after which the answer is aborted. */
const silenceMs = 60_000;

/** A chat session: one question at a time; each answer is applied as it arrives. */
export function createChatSession(deps: ChatSessionDeps) {
  const { api, stream, changed, beforePaint, now, resumption, earlier = [] } = deps;
  let conversation = goingOn(earlier);
  let nextId = Math.max(0, ...earlier.map(({ id }) => id)) + 1;
  let abort: AbortController | undefined;

  const become = (next: Conversation) => {
    conversation = next;
    changed(conversation);
  };

  const receiving = { conversation: () => conversation, become, beforePaint, now };

  async function send(question: string, options: AskOptions, again?: number): Promise<Ending | undefined> {
    // Questions from scripts of the page have any length.
    const message = question.trim().slice(0, limits.messageLength);
    if (message === '' || abort) return undefined;
    const mine = new AbortController();
    abort = mine;
    const at = conversation.findIndex((turn) => turn.id === again);
    const history = historyOf(at < 0 ? conversation : conversation.slice(0, at));
    const id = again ?? nextId++;
    const { conversationId = randomId(), scope } = conversation.at(-1) ?? {};
    // Reasoning is shown live, so such answers are always streamed.
    const how = stream || options.reasoning ? 'ask' : 'askWhole';
    const resumeKey = resumption && how === 'ask' ? randomId() : undefined;
    const turn = turnOf(options, { id, question: message, conversationId, scope, resumeKey });
    become(at < 0 ? ask(conversation, turn) : askAgain(conversation, id, resumeKey));
    const wanted = questionWith(options, { message, history, conversationId, scope, resumeKey });
    const running = { id, resumeKey, mine };
    const frames = framesFor(id, receiving);
    const ending = await api[how](wanted, { receive: frames.add, signal: mine.signal, silenceMs });
    frames.flush();
    // The connection was lost; the answer may be going on.
    return conclude(running, ending === 'cut' ? await readOn(running, false) : ending);
  }

  async function readOn({ id, resumeKey, mine }: Running, isOfEarlierPage: boolean): Promise<Ending> {
    if (!resumption || resumeKey === undefined) return 'cut';
    const { signal } = mine;
    const frames = framesFor(id, receiving);
    return resumption.readOn({ ...receiving, id, resumeKey, isOfEarlierPage, frames, signal, silenceMs });
  }

  function conclude({ id, resumeKey, mine }: Running, ending: Ending): Ending {
    if (ending === 'stopped' && resumeKey) resumption?.stop(resumeKey);
    if (abort === mine) abort = undefined;
    become(end(conversation, id, ending, now()));
    return ending;
  }

  return {
    /** Asks a question unless one is being answered; resolves with how its answer ended. */
    send: (question: string, options: AskOptions) => send(question, options),

    /** Goes on with an answer that was running when the page before was left; missing when there is none. */
    goOn(): Promise<Ending> | undefined {
      const { id, resumeKey } = conversation.at(-1) ?? {};
      if (id === undefined || resumeKey === undefined || abort) return undefined;
      const mine = new AbortController();
      abort = mine;
      const running = { id, resumeKey, mine };
      return readOn(running, true).then((ending) => conclude(running, ending));
    },

    /** The conversation as it stands. */
    get conversation() {
      return conversation;
    },

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

    /** Adds a question with its complete answer as if it had been asked here; what follows is about the same part of the site. */
    hydrate({ question, answer, scope }: Finished): void {
      if (abort || answer.ending === undefined) return;
      const id = nextId++;
      const asked = ask(conversation, { id, question, scope, intentRouteId: undefined });
      become(asked.map((turn) => (turn.id === id ? { ...turn, answer } : turn)));
    },

    /** Restores a conversation, unless an answer is running. */
    resume(kept: Conversation): void {
      if (abort) return;
      nextId = Math.max(nextId, ...kept.map(({ id }) => id + 1));
      become(kept.map(withoutKey));
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

const turnOf = (
  { intentRouteId, page }: AskOptions,
  turn: Pick<Turn, 'id' | 'question' | 'conversationId' | 'scope' | 'resumeKey'>,
): Omit<Turn, 'answer'> => ({
  ...turn,
  intentRouteId: intentRouteId || undefined,
  page,
});

/** A question as it is sent; what is undefined is left out of its JSON. */
const questionWith = ({ intentRouteId, page, reasoning }: AskOptions, question: Question): Question => ({
  ...question,
  intentRouteId: intentRouteId || undefined,
  pageUrl: page?.url,
  pageTask: page?.task,
  reasoningEnabled: reasoning,
});

/** A random name; `randomUUID` is missing over plain http. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
