import type {
  AnswerState,
  Citation,
  MarkQuote,
  Place,
  StructuredResult,
} from '../../contract/articles/articles.ts';
import type { Frame } from '../../contract/frames.ts';
import { citationsFrom, structuredResultFrom, summaryFrom } from './payloads.ts';
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
  readonly question: string;
  readonly intentRouteId: string | undefined;
  readonly page?: AskedPage | undefined;
  readonly answer: Answer;
}

export type Conversation = readonly Turn[];

/** Maximum number of turns; older ones are removed. */
const mostTurns = 100;

const unanswered: Answer = {
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

/** The conversation after a turn's stream ended; open reasoning is closed with it. */
export const end = (conversation: Conversation, id: number, ending: Ending, at: number): Conversation =>
  change(conversation, id, (answer) =>
    answer.ending === undefined ? { ...answer, reasoning: closed(answer.reasoning, at), ending } : answer,
  );

export const rate = (conversation: Conversation, id: number, rating: Rating): Conversation =>
  change(conversation, id, (answer) => ({ ...answer, rating }));

/** The conversation without one question and its answer. */
export const drop = (conversation: Conversation, id: number): Conversation =>
  conversation.filter((turn) => turn.id !== id);

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
    citations: summary.citations ?? answer.citations,
    nearest: summary.nearest ?? [],
    quotes: summary.quotes ?? [],
    places: summary.places ?? [],
    suggestions: summary.suggestions ?? [],
    notices: summary.notices ?? [],
    isSmallTalk: summary.kind === 'small_talk',
    // For a limit other than the visitor's, the service's own message is shown.
    retryAt:
      summary.retryAfterSeconds === undefined || summary.limit === 'site'
        ? undefined
        : at + summary.retryAfterSeconds * 1000,
  };
}
