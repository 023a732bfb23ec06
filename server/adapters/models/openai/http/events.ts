import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Answer } from './connection.ts';
import type { ToFault } from './errors.ts';
import { createFrameParter } from './part-frames.ts';
import { explained } from '../../../../kit/explained.ts';
import type { Deadline } from './deadline.ts';

/** Maximum characters of one event. */
const EVENT_LENGTH = 1024 * 1024;
/** Maximum bytes of a whole stream. */
const STREAM_BYTES = 128 * 1024 * 1024;

/**
 * Server-sent events of a response, batched by read. The parser and the decoder handle line ends, comments and
 * characters split between reads; a last event without a blank line counts.
 * @throws Fault `upstream` when a limit is exceeded, and any error of reading
 */
export async function* readEvents(
  body: Answer['body'],
  deadline: Deadline,
  toFault: ToFault,
): AsyncGenerator<readonly EventSourceMessage[]> {
  const decoder = new TextDecoder();
  const source: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  let events: EventSourceMessage[] = [];
  let tooLong = false;
  const parser = createParser({
    maxBufferSize: EVENT_LENGTH,
    onEvent: (event) => events.push(event),
    onError: (error) => (tooLong ||= error.type === 'max-buffer-size-exceeded'),
  });
  const frames = createFrameParter();
  let size = 0;
  let head: string | undefined = '';
  for (;;) {
    const next = await deadline.wait(() => source.next());
    size += next.done ? 0 : next.value.byteLength;
    const text = next.done ? decoder.decode() : decoder.decode(next.value, { stream: true });
    parser.feed(frames.push(text) + (next.done ? frames.end() : ''));
    tooLong ||= frames.length > EVENT_LENGTH;
    if (events.length > 0) head = undefined;
    else if (head !== undefined && head.length < MAX_HEAD) head += text;
    if (tooLong)
      throw toFault({
        kind: 'protocol',
        reason: explained('model_event_long', { characters: EVENT_LENGTH }),
      });
    if (size > STREAM_BYTES)
      throw toFault({
        kind: 'protocol',
        reason: explained('model_stream_long', { bytes: STREAM_BYTES }),
      });
    if (events.length > 0) yield events;
    events = [];
    if (!next.done) continue;
    // A JSON body with the content type of a stream, usually the provider's error.
    if (head !== undefined && /^\s*[{[]/.test(head)) yield [{ data: head }];
    return;
  }
}

const MAX_HEAD = 64 * 1024;
