import type { ChatRequest } from '../../contract/chat/chat.ts';
import type { Frame } from '../../contract/frames.ts';
import { apiPaths } from '../kit/api-paths.ts';
import { followAnswer, type Following } from './answer-stream.ts';
import type { Ending, Rating } from './conversation.ts';
import { limits } from './limits.ts';
import { fieldsOf, textOf } from '../kit/coerce.ts';
import { pageScope } from '../kit/page-scope.ts';

/** A question with everything sent with it. */
export type Question = Pick<ChatRequest, 'message' | 'history'> & {
  /** The same for all questions of one conversation. */
  readonly conversationId?: string | undefined;
  /** A secret of this question, to read on with its answer. */
  readonly resumeKey?: string | undefined;
  readonly intentRouteId?: string | undefined;
  readonly reasoningEnabled?: boolean | undefined;
  readonly scope?: string | undefined;
  readonly pageUrl?: string | undefined;
  readonly pageTask?: 'ask' | 'summarise' | undefined;
};

/** The operations of the service that a visitor's page calls. None of them throws. */
export interface Api {
  /** Streams an answer. */
  ask(question: Question, following: Following): Promise<Ending>;
  /** Fetches a complete answer; its parts are reported as the same frames. */
  askWhole(question: Question, following: Following): Promise<Ending>;
  /** Stores a rating; false when the service refused it. */
  rate(logId: string, rating: Rating, comment: string): Promise<boolean>;
}

/** Client of the service at `base` (an address with a trailing slash); `language` is the tag of the page's language. */
export function createApi(base: URL, language: string): Api {
  return {
    ask: (question, following) => streamAnswer(new URL(apiPaths.stream, base), question, language, following),

    async askWhole(question, following) {
      const response = await post(new URL(apiPaths.chat, base), question, language, following);
      if (typeof response === 'string') return response;
      try {
        following.receive(framesOf(await response.json()));
        return 'done';
      } catch {
        return following.signal.aborted ? 'stopped' : 'cut';
      }
    },

    async rate(logId, rating, comment) {
      const url = new URL(apiPaths.feedback, base);
      url.search = new URLSearchParams({
        logId,
        type: rating,
        ...(comment && { comment: comment.slice(0, limits.commentLength) }),
      }).toString();
      try {
        const response = await fetch(url.href, { method: 'POST', credentials: 'omit' });
        return fieldsOf(await response.json()).success === true;
      } catch {
        return false;
      }
    },
  };
}

/** Posts a question and follows the streamed answer. */
export async function streamAnswer(
  url: URL,
  body: unknown,
  language: string,
  following: Following,
): Promise<Ending> {
  const response = await post(url, body, language, following);
  if (typeof response === 'string') return response;
  if (response.body === null || !hasType(response, 'text/event-stream')) return 'refused';
  return followAnswer(response.body, following);
}

/** A successful response, or how the attempt ended. The time limit also applies before the first byte. */
async function post(
  url: URL,
  body: unknown,
  language: string,
  { receive, signal, silenceMs }: Following,
): Promise<Response | Ending> {
  const scope = pageScope();
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const response = await fetch(url.href, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        // Requests refusals in the language of the page, not of the browser.
        'accept-language': language,
      },
      body: JSON.stringify({
        ...fieldsOf(body),
        ...(scope && { scope }),
        askedFrom: globalThis.location?.pathname,
      }),
      signal: eitherOf(signal, silence),
    });
    if (response.status === 429) receive(limitedBy(response));
    return response.ok ? response : 'refused';
  } catch {
    if (signal.aborted) return 'stopped';
    return silence.signal.aborted ? 'silent' : 'unreachable';
  } finally {
    clearTimeout(timer);
  }
}

/** A proxy before the service refuses visitors who ask too often. */
const limitedBy = ({ headers }: Response): Frame[] =>
  named('answer_state', {
    answerState: 'limited',
    retryAfterSeconds: Number(headers.get('retry-after')) || undefined,
  });

/** A signal that aborts with `signal` or `other` (`AbortSignal.any` is missing in older browsers). */
function eitherOf(signal: AbortSignal, other: AbortController): AbortSignal {
  if (signal.aborted) other.abort();
  signal.addEventListener('abort', () => other.abort(), { once: true });
  return other.signal;
}

const hasType = (response: Response, type: string) =>
  (response.headers.get('content-type') ?? '').startsWith(type);

/** A complete reply as the frames of a stream; the readers of frames check the payloads. */
function framesOf(reply: unknown): Frame[] {
  const given = fieldsOf(reply);
  const { error, reply: text, citations, structuredResult, answerState, logId } = given;
  return [
    ...named('citations', citations),
    ...named('structured_result', structuredResult),
    ...named('token', { content: textOf(text, Infinity) }),
    ...named('answer_state', answerState === undefined ? undefined : { ...given, citations: undefined }),
    ...named('logId', logId),
    ...named('error', error),
  ];
}

const named = (event: string, data: unknown): Frame[] =>
  data === undefined ? [] : [{ event, data } as Frame];
