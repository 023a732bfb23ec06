import type { Frame } from '../../../contract/frames.ts';
import { apiPaths } from '../../kit/api-paths.ts';
import { streamAnswer } from '../api.ts';
import type { Following } from '../answer-stream.ts';
import type { LostAnswer, Resumption } from '../chat-session.ts';
import { receive, unanswered, type Conversation, type Ending } from '../conversation.ts';

/** The ways back to answers. None of them throws. */
export interface Connection {
  /** Streams an answer again from its beginning, and goes on with it. */
  resume(resumeKey: string, following: Following): Promise<Ending>;
  /** Ends an answer that nobody wants any more. */
  stop(resumeKey: string): void;
  /** Waits before a lost connection is made anew; ends with the signal. */
  rest(signal: AbortSignal): Promise<void>;
}

/** The ways back at the service at `base`; `language` is the tag of the page's language. */
export function connectionTo(base: URL, language: string): Connection {
  const beside = (path: string) => new URL(path, new URL(apiPaths.feedback, base));
  return {
    resume: (resumeKey, following) =>
      streamAnswer(beside('stream/resume'), { resumeKey }, language, following),

    stop(resumeKey) {
      // Also when the page is left at once. Without it the answer ends by itself a little later.
      fetch(beside('stream/stop').href, {
        method: 'POST',
        credentials: 'omit',
        keepalive: true,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ resumeKey }),
      }).catch(() => undefined);
    },

    // A page that loses its connections since it is left is gone after a second.
    rest: (signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, 1000);
        signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
      }),
  };
}

/** Reads on with answers whose connection was lost. */
export function createResumption({ resume, stop, rest }: Connection): Resumption {
  return {
    stop,

    async readOn({ resumeKey, signal, isOfEarlierPage, silenceMs, ...place }) {
      if (!isOfEarlierPage) await rest(signal);
      const again = receiveAgain(place);
      const ending = await resume(resumeKey, { receive: again.receive, signal, silenceMs });
      if (ending === 'done') again.show();
      place.frames.flush();
      // What is gone is, for a visitor, what the lost connection made of it.
      return ending === 'refused' || ending === 'unreachable' ? 'cut' : ending;
    },
  };
}

/** Receives an answer once more from its beginning; what is shown stays until as much of it is there again. */
function receiveAgain({ id, frames, conversation, become, now }: Pick<LostAnswer, PlaceOfAnswer>) {
  const shown = conversation().find((turn) => turn.id === id)?.answer.text.length ?? 0;
  let held: Frame[] | undefined = [];
  let length = 0;
  const show = () => {
    if (held) become(receive(begunAnew(conversation(), id), id, held, now()));
    held = undefined;
  };
  return {
    show,
    receive(arrived: readonly Frame[]): void {
      if (!held) return frames.add(arrived);
      held.push(...arrived);
      for (const frame of arrived) if (frame.event === 'token') length += frame.data.content.length;
      if (length >= shown) show();
    },
  };
}

type PlaceOfAnswer = 'id' | 'frames' | 'conversation' | 'become' | 'now';

/** The conversation with an answer of which nothing has come; the time of its reasoning counts on. */
const begunAnew = (conversation: Conversation, id: number): Conversation =>
  conversation.map((turn) => {
    const { reasoning } = turn.answer;
    const answer = { ...unanswered, reasoning: reasoning && { ...reasoning, text: '', endedAt: undefined } };
    return turn.id === id ? { ...turn, answer } : turn;
  });
