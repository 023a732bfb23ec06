import type { Group } from '../../contract/endpoint.ts';
import type { StreamEvent } from '../../contract/events.ts';
import { createFrameReader } from '../../contract/frames.ts';
import { ApiError, failureIn, send, type AskedOf } from './call.ts';

/**
 * Follows the stream of an operation of the console. Yields its events until `[DONE]` or the end; throws
 * {@link ApiError} when the service refused before streaming. Leaving the loop ends the request.
 */
export async function* follow<G extends Group, K extends keyof G['endpoints'] & string>(
  group: G,
  name: K,
  asked: AskedOf<G, K> = {},
): AsyncGenerator<StreamEvent> {
  const ending = new AbortController();
  const signal = asked.signal ? AbortSignal.any([asked.signal, ending.signal]) : ending.signal;
  const response = await send(group, name, { ...asked, signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!isStream || !response.body) {
    const value: unknown = await response.json().catch(() => undefined);
    throw failureIn(response, value) ?? new ApiError(`HTTP ${response.status}`, response.status);
  }
  const read = createFrameReader();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const piece = await reader.read();
      if (piece.done) return;
      for (const frame of read(decoder.decode(piece.value, { stream: true }))) {
        if (frame.event === 'done') return;
        yield frame;
      }
    }
  } finally {
    ending.abort();
    reader.cancel().catch(() => undefined);
  }
}
