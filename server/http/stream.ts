import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { StreamEvent } from '../../contract/events.ts';
import { doneFrame, encodeFrame, heartbeatFrame } from '../../contract/frames.ts';
import { stopReason } from '../kit/fault.ts';

const heartbeatMs = 15_000;
/** Heartbeats that a client may miss (two minutes) before its connection is closed. */
const maxMissedBeats = 8;
/** Grace period for a source to finish after it has been aborted. */
const sourceGraceMs = 2_000;

export type HeadersOut = Readonly<Record<string, string | number | string[] | undefined>>;

/** A stream to send. */
interface OutgoingStream {
  readonly response: ServerResponse;
  readonly headers: HeadersOut;
  /** Aborted when the client leaves; the source listens to its signal. */
  readonly client: AbortController;
  readonly source: AsyncIterable<StreamEvent>;
  /** True for progress streams, which have no end of their own that a stopping service could wait for. */
  readonly isProgress: boolean;
  /** Turns what the source threw into frames. */
  readonly failed: (error: unknown) => string;
}

export interface StreamMetrics {
  streamOpened(): void;
  streamClosed(): void;
}

/** Sends and tracks all streams of a server: one shared heartbeat, and a clean end for each when the service stops. */
export function createStreams(metrics?: StreamMetrics) {
  const live = new Map<ServerResponse, LiveStream>();
  let draining = false;
  let stopping = false;
  const heart = setInterval(() => {
    for (const stream of live.values()) beat(stream);
  }, heartbeatMs);
  heart.unref();

  return {
    /**
     * Reads `source`, writes each event and always closes with `[DONE]`. `client` is aborted when the client leaves or
     * the service stops.
     */
    async send(stream: OutgoingStream): Promise<void> {
      const { response, client, isProgress } = stream;
      const finished = Promise.withResolvers<void>();
      live.set(response, { response, client, isProgress, finished: finished.promise, missedBeats: 0 });
      metrics?.streamOpened();
      if (stopping || (isProgress && draining)) client.abort(stopReason());
      response.writeHead(200, { ...stream.headers, ...streamHeaders });
      response.flushHeaders();
      try {
        await pump(stream);
      } finally {
        live.delete(response);
        metrics?.streamClosed();
        end(response);
        finished.resolve();
      }
    },

    /** Ends progress streams; answers continue. */
    drain(): void {
      draining = true;
      for (const stream of live.values()) if (stream.isProgress) void stop(stream);
    },

    /** Ends every stream with `[DONE]`, also those whose source ignores its signal. */
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

async function pump({ response, client, source, failed }: OutgoingStream): Promise<void> {
  const { signal } = client;
  // No model call for a client that has already left.
  if (signal.aborted) return;
  const frames = createFrames(response);
  try {
    for await (const event of source) {
      if (!isOpen(response)) return;
      frames.add(encodeFrame(event));
      // Backpressure: a client that stops reading pauses the source; the signal ends the wait when it leaves.
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

/** Joins frames of the same turn of the event loop into one write, because a write costs more than a frame. */
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
      if (waiting.length >= maxPendingLength) flush();
      else flushing ??= setImmediate(flush);
    },
  };
}

/** UTF-16 units after which frames are written at once, so that a fast source feels backpressure. */
const maxPendingLength = 16_384;

const isAbort = (error: unknown, signal: AbortSignal) =>
  error === signal.reason || (error instanceof Error && error.name === 'AbortError');

interface LiveStream {
  readonly response: ServerResponse;
  readonly client: AbortController;
  readonly isProgress: boolean;
  readonly finished: Promise<void>;
  /** Heartbeats in a row that could not be written because the client does not read. */
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
  await Promise.race([finished, new Promise<void>((resolve) => setTimeout(resolve, sourceGraceMs).unref())]);
  end(response);
}

function end(response: ServerResponse): void {
  if (isOpen(response)) response.end(doneFrame);
}

/** Writing to an ended response would emit an error that nobody could catch. */
const isOpen = (response: ServerResponse) => !response.destroyed && !response.writableEnded;
