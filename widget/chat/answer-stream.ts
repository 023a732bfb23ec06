import { createFrameReader, type Frame } from '../../contract/frames.ts';
import type { Ending } from './conversation.ts';

export interface Following {
  /** Called with the frames of each piece as it arrives; never with an empty list, never with the closing frame. */
  readonly receive: (frames: readonly Frame[]) => void;
  /** Aborts when the visitor stops the answer. */
  readonly signal: AbortSignal;
  /** Longest wait for the next piece in milliseconds; heartbeats count as life. */
  readonly silenceMs: number;
}

/** Maximum characters of frames of one answer. */
const longestStream = 2_000_000;

/** Reads an answer to its end and returns how it ended. The body is always released; never throws. */
export async function followAnswer(body: ReadableStream<Uint8Array>, following: Following): Promise<Ending> {
  const { receive, signal, silenceMs } = following;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const read = createFrameReader();
  let length = 0;
  try {
    while (length < longestStream) {
      const piece = await within(reader.read(), silenceMs, signal);
      if (piece === 'stopped' || piece === 'silent') return piece;
      if (piece.done) return 'cut';
      const text = decoder.decode(piece.value, { stream: true });
      length += text.length;
      const { frames, done } = untilDone(read(text));
      if (frames.length > 0) receive(frames);
      if (done) return 'done';
    }
    return 'cut';
  } catch {
    return signal.aborted ? 'stopped' : 'cut';
  } finally {
    // Not awaited: a source that never settles must not block the page.
    reader.cancel().catch(() => undefined);
  }
}

/** Anything after the closing frame is not part of the answer. */
function untilDone(frames: readonly Frame[]): { frames: readonly Frame[]; done: boolean } {
  const close = frames.findIndex((frame) => frame.event === 'done');
  return close < 0 ? { frames, done: false } : { frames: frames.slice(0, close), done: true };
}

/** The promised value, or the reason why waiting for it ended. */
function within<T>(promise: Promise<T>, ms: number, signal: AbortSignal): Promise<T | 'silent' | 'stopped'> {
  return new Promise((resolve, reject) => {
    const give = (value: T | 'silent' | 'stopped') => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(value);
    };
    const stop = () => give('stopped');
    const timer = setTimeout(() => give('silent'), ms);
    signal.addEventListener('abort', stop);
    promise.then(give, (error: unknown) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      reject(error instanceof Error ? error : new Error(String(error)));
    });
    if (signal.aborted) stop();
  });
}
