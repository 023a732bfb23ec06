import { streamOf } from '../../client/reply.ts';
import { eventsIn } from '../../client/stream.ts';
import type { Group } from '../../contract/endpoint.ts';
import type { StreamEvent } from '../../contract/events.ts';
import { endpointOf, send, type AskedOf } from './call.ts';

/**
 * Follows the stream of an operation of the console. Yields its events until `[DONE]` or the end; throws an `ApiError`
 * when the service refused before streaming. Leaving the loop ends the request.
 */
export async function* follow<G extends Group, K extends keyof G['endpoints'] & string>(
  group: G,
  name: K,
  asked: AskedOf<G, K> = {},
): AsyncGenerator<StreamEvent> {
  const ending = new AbortController();
  const signal = asked.signal ? AbortSignal.any([asked.signal, ending.signal]) : ending.signal;
  try {
    const response = await send(group, name, { ...asked, signal });
    yield* eventsIn(await streamOf(response, endpointOf(group, name).errors));
  } finally {
    ending.abort();
  }
}
