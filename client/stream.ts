import type { StreamEvent } from '../contract/events.ts';
import { createFrameReader } from '../contract/frames.ts';

/** Events of a stream; returns whether `[DONE]` was received. Leaving the loop cancels the stream. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, boolean> {
  const read = createFrameReader();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  let isDone = false;
  try {
    for (;;) {
      const piece = await reader.read();
      if (piece.done) return false;
      for (const frame of read(decoder.decode(piece.value, { stream: true }))) {
        if (frame.event === 'done') {
          isDone = true;
          return true;
        }
        yield frame;
      }
    }
  } finally {
    // After `[DONE]` the server closes the connection; cancelling it would look like an aborted request.
    if (isDone) reader.read().then(({ done }) => !done && cancel(), cancel);
    else cancel();
  }
}
