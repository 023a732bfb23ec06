import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { StreamEvent } from '../../contract/events.ts';
import { doneFrame, encodeFrame, heartbeatFrame } from '../../contract/frames.ts';
import { stopReason } from '../kit/fault.ts';

const heartbeatMs = 15_000;
/** A client that has taken nothing for so many heartbeats (two minutes) is given up. */
const maxMissedBeats = 8;
/** Grace period for a source to finish after it has been aborted. */
const farewellMs = 2_000;

export type HeadersOut = Readonly<Record<string, string | number | string[] | undefined>>;

/** Input of a stream. */
interface Answer {
  readonly response: ServerResponse;
  readonly headers: HeadersOut;
  /** Its signal is the one the source listens to. */
  readonly client: AbortController;
  readonly source: AsyncIterable<StreamEvent>;
  /** It shows how something goes and has no end of its own that a stopping service could wait for. */
  readonly isProgress: boolean;
  /** Turns what the source threw into frames. */
  readonly failed: (error: unknown) => string;
}

export interface StreamMetrics {
  streamOpened(): void;
  streamClosed(): void;
}

/** All streams of a server: one heartbeat for all, and a clean end for each when the service stops. */
export function createStreams(watch?: StreamMetrics) {
  const live = new Map<ServerResponse, LiveStream>();
  let draining = false;
  let stopping = false;
  const heart = setInterval(() => {
    for (const stream of live.values()) beat(stream);
  }, heartbeatMs);
  heart.unref();

  return {
    /**
     * Pulls `source`, writes each event and closes with `[DONE]`, whatever happens. The source sees the signal of
     * `client` abort when the client leaves or the service stops.
     */
    async send(answer: Answer): Promise<void> {
      const { response, client } = answer;
      const finished = Promise.withResolvers<void>();
      const { isProgress } = answer;
      live.set(response, { response, client, isProgress, finished: finished.promise, missedBeats: 0 });
      watch?.streamOpened();
      if (stopping || (isProgress && draining)) client.abort(stopReason());
      response.writeHead(200, { ...answer.headers, ...streamHeaders });
      response.flushHeaders();
      try {
        await pump(answer);
      } finally {
        live.delete(response);
        watch?.streamClosed();
        end(response);
        finished.resolve();
      }
    },

    /** Ends the streams that only show progress; answers go on. */
    drain(): void {
      draining = true;
      for (const stream of live.values()) if (stream.isProgress) void stop(stream);
    },

    /** Ends every stream with `[DONE]`, also those whose source does not listen. */
    async close(): Promise<void> {
      stopping = true;
      clearInterval(heart);
      await Promise.all([...live.values()].map(stop));
    },
  };
}

export type Streams = ReturnType<typeof createStreams>;

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;

async function pump({ response, client, source, failed }: Answer): Promise<void> {
  const { signal } = client;
  // Whoever left before the first word costs nothing.
  if (signal.aborted) return;
  const frames = createFrames(response);
  try {
    for await (const event of source) {
      if (!isOpen(response)) return;
      frames.add(encodeFrame(event));
      // A client that stops reading stops the source too; the signal ends the wait when it leaves.
      if (response.writableNeedDrain) await once(response, 'drain', { signal });
    }
  } catch (error) {
    if (signal.aborted && isAbort(error, signal)) return;
    const last = failed(error);
    if (!signal.aborted) frames.add(last);
  } finally {
    frames.flush();
  }
}

/** Frames that come in the same turn of the event loop are written together: a write costs more than a frame. */
function createFrames(response: ServerResponse) {
  let waiting = '';
  let flushing: NodeJS.Immediate | undefined;
  const flush = () => {
    clearImmediate(flushing);
    flushing = undefined;
    const text = waiting;
    waiting = '';
    if (text !== '' && isOpen(response)) response.write(text);
  };
  return {
    flush,
    add(frame: string): void {
      waiting += frame;
      if (waiting.length >= mostWaiting) flush();
      else flushing ??= setImmediate(flush);
    },
  };
}

/** UTF-16 units from which frames are written at once, so that a fast source feels the client's pace. */
const mostWaiting = 16_384;

const isAbort = (error: unknown, signal: AbortSignal) =>
  error === signal.reason || (error instanceof Error && error.name === 'AbortError');

interface LiveStream {
  readonly response: ServerResponse;
  readonly client: AbortController;
  readonly isProgress: boolean;
  readonly finished: Promise<void>;
  /** Heartbeats in a row that could not be written because the client takes nothing. */
  missedBeats: number;
}

function beat(stream: LiveStream): void {
  const { response } = stream;
  if (!isOpen(response)) return;
  if (!response.writableNeedDrain) {
    stream.missedBeats = 0;
    response.write(heartbeatFrame);
  } else if (++stream.missedBeats >= maxMissedBeats) {
    response.destroy();
  }
}

async function stop({ response, client, finished }: LiveStream): Promise<void> {
  client.abort(stopReason());
  await Promise.race([finished, new Promise<void>((resolve) => setTimeout(resolve, farewellMs).unref())]);
  end(response);
}

function end(response: ServerResponse): void {
  if (isOpen(response)) response.end(doneFrame);
}

/** Writing to an ended response is an error that nobody could catch. */
const isOpen = (response: ServerResponse) => !response.destroyed && !response.writableEnded;
