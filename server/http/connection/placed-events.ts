import { token, type StreamEvent } from '../../../contract/events.ts';
import { pageLinkStarts, type Prefix } from './prefix.ts';

/** Puts the service's own addresses in the events of a stream below the prefix, even when a link arrives in pieces. */
export async function* placedEvents(
  events: AsyncIterable<StreamEvent>,
  { placed }: Pick<Prefix, 'placed'>,
  prefix: string,
): AsyncGenerator<StreamEvent> {
  let held = '';
  const rest = function* (): Generator<StreamEvent> {
    if (held !== '') yield token(held);
    held = '';
  };
  try {
    for await (const event of events) {
      if (event.event !== 'token') {
        yield* rest();
        yield placed(event, prefix) as StreamEvent;
        continue;
      }
      const text = held + event.data.content;
      const end = text.length - unfinished(text);
      held = text.slice(end);
      if (end > 0) yield placed(token(text.slice(0, end)), prefix) as StreamEvent;
    }
  } catch (error) {
    yield* rest();
    throw error;
  }
  yield* rest();
}

const longest = Math.max(...pageLinkStarts.map(({ length }) => length));

/** Length of the suffix of a text that may be the beginning of a link to a page. */
function unfinished(text: string): number {
  for (let length = Math.min(longest - 1, text.length); length > 0; length--) {
    const end = text.slice(-length);
    if (pageLinkStarts.some((start) => start.length > length && start.startsWith(end))) return length;
  }
  return 0;
}
