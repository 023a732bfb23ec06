import { streamOf } from '../../client/reply.ts';
import { eventsIn } from '../../client/stream.ts';
import type { Group } from '../../contract/endpoint.ts';
import type { StreamEvent } from '../../contract/events.ts';
import type { Explanation } from '../../contract/explanations/explain.ts';
import { ApiError, endpointOf, send, type AskedOf } from './call.ts';

/**
 * Follows the stream of an operation of the console. Yields its events until `[DONE]` or the end; throws an `ApiError`
 * when the service refuses, before the stream or by an event in it. Leaving the loop ends the request.
 */
export async function* follow<G extends Group, K extends keyof G['endpoints'] & string>(
  group: G,
  name: K,
  asked: AskedOf<G, K> = {},
): AsyncGenerator<StreamEvent> {
  const ending = new AbortController();
  let hasEnded = false;
  const signal = asked.signal ? AbortSignal.any([asked.signal, ending.signal]) : ending.signal;
  try {
    const response = await send(group, name, { ...asked, signal });
    let explanation: Explanation | undefined;
    for await (const event of eventsIn(await streamOf(response, endpointOf(group, name).errors))) {
      if (event.event === 'explanation') explanation = event.data;
      else if (event.event === 'error')
        throw new ApiError(messageIn(event.data), response.status, '', explanation);
      else yield event;
    }
    hasEnded = true;
  } finally {
    // A stream that was read to its end closes by itself; aborting it would show it as cancelled.
    if (!hasEnded) ending.abort();
  }
}

/** The text of an `error` event; streams of progress send it as JSON. */
function messageIn(data: string): string {
  try {
    const { error }: { error?: unknown } = JSON.parse(data);
    return typeof error === 'string' ? error : data;
  } catch {
    return data;
  }
}
