import { eventsIn } from '../client/stream.ts';
import type { Send } from './ask.ts';
import { filled } from '../contract/widget/filled.ts';
import { explanationIn, ServiceError } from './service-words.ts';
import type { EditorTexts } from './texts.ts';

export interface StreamOptions {
  /** Address of `POST writing/assist/stream`, or of a route of the site that forwards to it. */
  readonly endpoint: string;
  /** Further headers of each request, such as one against forged requests. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly credentials: RequestCredentials;
}

/** Sends requests as streams, so that the author sees the text while it is written. */
export const sendStream = ({ endpoint, headers, credentials }: StreamOptions, texts: EditorTexts): Send =>
  async function* (ask, signal) {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        prefer: 'explanations',
        ...headers(),
      },
      credentials,
      body: JSON.stringify(ask),
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? error : new Error(texts.unreachable);
    });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (!isStream || !response.body) throw await refusalIn(response, texts);
    const events = eventsIn(response.body);
    for (;;) {
      const next = await events.next();
      if (!next.done) yield next.value;
      else if (next.value) return;
      else throw new Error(texts.brokenOff);
    }
  };

/** A refusal, by the service's reply if it is one. */
async function refusalIn(response: Response, texts: EditorTexts): Promise<Error> {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const explanation = explanationIn(body);
  const said = ['error', 'message', 'detail'].map((name) => textAt(body, name)).find((text) => text !== '');
  if (explanation) return new ServiceError(said ?? '', explanation);
  if (status === 401) return new Error(texts.service.unauthenticated);
  if (status === 413) return new Error(texts.tooLong);
  if (said) return new ServiceError(said, undefined);
  return new Error(filled(status >= 502 && status <= 504 ? texts.away : texts.refused, { status }));
}

function textAt(body: unknown, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}
