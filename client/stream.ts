import type { StreamEvent } from '../contract/events.ts';
import { createFrameReader } from '../contract/frames.ts';

/** Events of a stream; returns whether `[DONE]` was received. Leaving the loop cancels the stream. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, boolean> {
  const read = createFrameReader();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const piece = await reader.read();
      if (piece.done) return false;
      for (const frame of read(decoder.decode(piece.value, { stream: true }))) {
        if (frame.event === 'done') return true;
        yield frame;
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
