import type {
  AnswerState,
  Citation,
  MarkQuote,
  Place,
  StructuredResult,
} from '../../contract/articles/articles.ts';
import type { Frame } from '../../contract/frames.ts';
import { citationsFrom, structuredResultFrom, summaryFrom, type Author } from './payloads.ts';
import { fieldsOf, textOf } from '../kit/coerce.ts';

/**
 * The end of an answer: complete (`[DONE]`), stopped by the visitor, cut off, timed out, refused by the service (a
 * status other than 2xx), or unreachable.
 */
export type Ending = 'done' | 'stopped' | 'cut' | 'silent' | 'refused' | 'unreachable';

export type Rating = 'like' | 'dislike';

/** Times are epoch milliseconds. `endedAt` is missing while the model still thinks. */
export interface Reasoning {
  readonly text: string;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
}

export interface Answer {
  readonly text: string;
  readonly reasoning: Reasoning | undefined;
  readonly citations: readonly Citation[];
  readonly result: StructuredResult | undefined;
  readonly state: AnswerState | undefined;
  /** Articles close to a question that the site does not cover. */
  readonly nearest: readonly Citation[];
  /** The passages of the marks. */
  readonly quotes: readonly MarkQuote[];
  /** Further places worth reading. */
  readonly places: readonly Place[];
  /** Follow-up questions. */
  readonly suggestions: readonly string[];
  /** The state of the answer, in the words of the contract. */
  readonly notices: readonly string[];
  /** True when it is a fixed reply to a greeting or a question about the assistant. */
  readonly isSmallTalk: boolean;
  /** Whose words it is; older services do not tell. */
  readonly writtenBy: Author | undefined;
  /** The time from which a limited visitor may ask again, epoch milliseconds. */
  readonly retryAt: number | undefined;
  /** The service's message in an error event. */
  readonly complaint: string | undefined;
  readonly logId: string | undefined;
  readonly rating: Rating | undefined;
  /** True while other calls of the language model come first. */
  readonly isQueued?: boolean;
  /** Missing while the answer is arriving. */
  readonly ending: Ending | undefined;
}

/** The page that a question is about, and the action on it. */
export interface AskedPage {
  /** Site-relative. */
  readonly url: string;
  readonly task: 'ask' | 'summarise';
}

export interface Turn {
  readonly id: number;
  /** The same for all turns of one conversation. */
  readonly conversationId?: string | undefined;
  readonly question: string;
  readonly intentRouteId: string | undefined;
  readonly page?: AskedPage | undefined;
  /** The part of the site that the conversation is about, chosen in search. */
  readonly scope?: string | undefined;
  readonly answer: Answer;
  /** The secret by which a running answer can be read on after its connection was lost. */
  readonly resumeKey?: string | undefined;
  /** The complete answers to it, oldest first, once it was asked again; the shown one is among them unless it is arriving. */
  readonly versions?: readonly Answer[];
  /** The last attempt, when it brought nothing and an earlier answer is shown. */
  readonly failed?: Answer | undefined;
}

export type Conversation = readonly Turn[];

/** Maximum number of turns; older ones are removed. */
const mostTurns = 100;

/** An answer of which nothing has come. */
export const unanswered: Answer = {
  text: '',
  reasoning: undefined,
  citations: [],
  result: undefined,
  state: undefined,
  nearest: [],
  quotes: [],
  places: [],
  suggestions: [],
  notices: [],
  isSmallTalk: false,
  writtenBy: undefined,
  retryAt: undefined,
  complaint: undefined,
  logId: undefined,
  rating: undefined,
  ending: undefined,
};

/** The conversation with a new question appended. */
export const ask = (conversation: Conversation, turn: Omit<Turn, 'answer'>): Conversation =>
  [...conversation, { ...turn, answer: unanswered }].slice(-mostTurns);

/** The conversation after frames arrived for one turn; `at` is epoch milliseconds. An ended answer takes no more. */
export const receive = (
  conversation: Conversation,
  id: number,
  frames: readonly Frame[],
  at: number,
): Conversation =>
  change(conversation, id, (answer) =>
    answer.ending === undefined ? frames.reduce((so, frame) => fold(so, frame, at), answer) : answer,
  );

/**
 * The conversation after a turn's stream ended; open reasoning is closed with it. An attempt without content gives way to
 * the answer before it.
 */
export const end = (conversation: Conversation, id: number, ending: Ending, at: number): Conversation =>
  conversation.map((turn) => {
    if (turn.id !== id || turn.answer.ending !== undefined) return turn;
    const ended = withoutKey(turn);
    const answer = { ...turn.answer, reasoning: closed(turn.answer.reasoning, at), ending };
    const { versions = [] } = turn;
    const before = versions.at(-1);
    if (!before) return { ...ended, answer };
    return hasContent(answer)
      ? { ...ended, answer, versions: [...versions, answer].slice(-mostVersions) }
      : { ...ended, answer: before, failed: answer };
  });

/** The turn as one whose answer cannot be read on. */
export const withoutKey = (turn: Turn): Turn => {
  const { resumeKey, ...rest } = turn;
  return resumeKey === undefined ? turn : rest;
};

/** Maximum of answers kept of one question. */
const mostVersions = 5;

/** The conversation in which a question is asked again; a complete answer stays until the next one begins. */
export const askAgain = (conversation: Conversation, id: number, resumeKey?: string): Conversation =>
  conversation.map((turn) => {
    if (turn.id !== id) return turn;
    const { versions, answer } = turn;
    const kept = versions ?? (hasContent(answer) ? [answer] : []);
    return {
      ...turn,
      answer: unanswered,
      failed: undefined,
      ...(resumeKey && { resumeKey }),
      ...(kept.length > 0 && { versions: kept }),
    };
  });

/** The conversation of an earlier page, whose last answer goes on where its key is known. */
export const goingOn = (conversation: Conversation): Conversation =>
  conversation.map((turn, index) => {
    if (turn.resumeKey === undefined || index < conversation.length - 1) return withoutKey(turn);
    // Of a question that was asked again the answer before is kept.
    return turn.answer.ending === 'cut'
      ? { ...turn, answer: { ...turn.answer, ending: undefined } }
      : { ...turn, answer: unanswered, versions: [turn.answer] };
  });

/** The conversation with another of a question's answers shown. */
export const showVersion = (conversation: Conversation, id: number, version: number): Conversation =>
  conversation.map((turn) => {
    const answer = turn.versions?.[version];
    return turn.id === id && answer && turn.answer.ending !== undefined
      ? { ...turn, answer, failed: undefined }
      : turn;
  });

/** The answer that a reader sees: the one before, until there is something of the next one. */
export const shownAnswer = ({ answer, versions = [] }: Pick<Turn, 'answer' | 'versions'>): Answer => {
  const before = versions.at(-1);
  return before && answer.ending === undefined && answer.text === '' && !answer.result ? before : answer;
};

/** An answer is rated anew when the visitor thinks better of it. */
export const rate = (conversation: Conversation, id: number, rating: Rating): Conversation =>
  conversation.map((turn) => {
    if (turn.id !== id) return turn;
    const answer = { ...turn.answer, rating };
    const versions = turn.versions?.map((each) => (each === turn.answer ? answer : each));
    return { ...turn, answer, ...(versions && { versions }) };
  });

/** True for an answer that would be missed: it has text of its own, or articles. */
const hasContent = (answer: Answer): boolean => isUsable(answer) || answer.result !== undefined;

/** True when an answer has content that a later question can refer to. */
export const isUsable = ({ text, state, complaint }: Answer): boolean =>
  text.trim() !== '' && complaint === undefined && state !== 'failed' && state !== 'limited';

function change(conversation: Conversation, id: number, next: (answer: Answer) => Answer): Conversation {
  return conversation.map((turn) => (turn.id === id ? { ...turn, answer: next(turn.answer) } : turn));
}

/** Applies one frame to an answer. Payloads are validated, since the response is not trusted. */
function fold(answer: Answer, { event, ...frame }: Frame, at: number): Answer {
  const data: unknown = 'data' in frame ? frame.data : undefined;
  switch (event) {
    case 'token':
      return { ...answer, text: answer.text + contentOf(data), reasoning: closed(answer.reasoning, at) };
    case 'citations':
      return { ...answer, citations: citationsFrom(data) };
    case 'structured_result':
      return { ...answer, result: structuredResultFrom(data) };
    case 'reasoning_start':
      return { ...answer, reasoning: opened(answer.reasoning, at) };
    case 'reasoning_delta': {
      const reasoning = opened(answer.reasoning, at);
      return { ...answer, reasoning: { ...reasoning, text: reasoning.text + contentOf(data) } };
    }
    case 'reasoning_end':
      return { ...answer, reasoning: closed(answer.reasoning, at) };
    case 'progress': {
      const { stage, ahead } = fieldsOf(data);
      return stage === 'model_queue' ? { ...answer, isQueued: Number(ahead) > 0 } : answer;
    }
    case 'answer_state':
      return summarised(answer, data, at);
    case 'logId':
      return { ...answer, logId: textOf(data, 80).trim() || undefined };
    case 'error':
      return { ...answer, complaint: textOf(data, 500) };
    default:
      return answer;
  }
}

const contentOf = (data: unknown) => textOf(fieldsOf(data).content, Infinity);

/** Reasoning may arrive in several parts between tokens; its duration starts with the first. */
const opened = (reasoning: Reasoning | undefined, at: number): Reasoning =>
  reasoning === undefined
    ? { text: '', startedAt: at, endedAt: undefined }
    : { ...reasoning, endedAt: undefined };

const closed = (reasoning: Reasoning | undefined, at: number): Reasoning | undefined =>
  reasoning && reasoning.endedAt === undefined ? { ...reasoning, endedAt: at } : reasoning;

function summarised(answer: Answer, data: unknown, at: number): Answer {
  const summary = summaryFrom(data);
  if (summary === undefined) return answer;
  return {
    ...answer,
    state: summary.answerState,
    text: summary.text ?? answer.text,
    citations: summary.citations ?? answer.citations,
    nearest: summary.nearest ?? [],
    quotes: summary.quotes ?? [],
    places: summary.places ?? [],
    suggestions: summary.suggestions ?? [],
    notices: summary.notices ?? [],
    isSmallTalk: summary.kind === 'small_talk',
    writtenBy: summary.writtenBy,
    // For a limit other than the visitor's, the service's own message is shown.
    retryAt:
      summary.retryAfterSeconds === undefined || summary.limit === 'site'
        ? undefined
        : at + summary.retryAfterSeconds * 1000,
  };
}
