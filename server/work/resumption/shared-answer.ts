import type { StreamEvent } from '../../../contract/events.ts';
import { explained } from '../../kit/explained.ts';
import { Fault, isStop } from '../../kit/fault.ts';

/** An answer that several readers can follow, also after the reader it was begun for has left. */
export interface SharedAnswer {
  /**
   * Everything that was said, from the beginning, and what is still to come. A reader whose signal aborts has left. Throws what ended
   * the answer; the Fault `gone` when it was stopped or left by all.
   */
  read(signal: AbortSignal): AsyncGenerator<StreamEvent>;
  /** Ends it now, as it ends for a client that leaves, or with the reason of a service that stops. */
  stop(reason?: unknown): void;
  readonly isOver: boolean;
  /** Resolves at its end. */
  readonly over: Promise<void>;
}

export interface SharedAnswerDeps {
  /** The answer itself; ends when its signal aborts. */
  readonly run: (signal: AbortSignal) => AsyncIterable<StreamEvent>;
  /** How long it goes on when nobody reads it, in milliseconds. */
  readonly graceMs: number;
  /** Called once at its end; `isWhole` is false when it was broken off. */
  readonly ended: (isWhole: boolean) => void;
}

/**
 * Without a reader the answer goes on for the grace period, since that costs its model's tokens. With one it is pulled by the reader,
 * so that a slow reader slows it down.
 */
export function shareAnswer({ run, graceMs, ended }: SharedAnswerDeps): SharedAnswer {
  const abort = new AbortController();
  const source = run(abort.signal)[Symbol.asyncIterator]();
  /** What was said, neighbouring texts joined. */
  const said: StreamEvent[] = [];
  let count = 0;
  let latest: StreamEvent | undefined;
  let readers = 0;
  let isOver = false;
  const over = Promise.withResolvers<void>();
  let failure: { readonly error: unknown } | undefined;
  let pulling: Promise<void> | undefined;
  let grace: NodeJS.Timeout | undefined;

  const pull = (): Promise<void> => (pulling ??= next().finally(() => (pulling = undefined)));

  async function next(): Promise<void> {
    try {
      const { done, value } = await source.next();
      if (done === true) return end();
      latest = value;
      count += 1;
      keep(said, value);
    } catch (error) {
      failure = { error: error === abort.signal.reason && !isStop(error) ? gone() : error };
      end();
    }
  }

  function end(): void {
    clearTimeout(grace);
    isOver = true;
    ended(failure === undefined);
    over.resolve();
  }

  function stop(reason: unknown = new DOMException('The client has left', 'AbortError')): void {
    if (!isOver) abort.abort(reason);
  }

  function leave(): void {
    readers -= 1;
    if (readers > 0 || isOver) return;
    grace = setTimeout(stop, graceMs).unref();
    void goOnAlone();
  }

  async function goOnAlone(): Promise<void> {
    while (readers === 0 && !isOver) await pull();
  }

  async function* read(signal: AbortSignal): AsyncGenerator<StreamEvent> {
    clearTimeout(grace);
    readers += 1;
    let isHere = true;
    const depart = () => {
      if (isHere) leave();
      isHere = false;
    };
    // A service that stops lets the answer say so.
    const aborted = () => (isStop(signal.reason) ? stop(signal.reason) : depart());
    signal.addEventListener('abort', aborted, { once: true });
    try {
      if (signal.aborted) aborted();
      let seen = 0;
      const place = { at: 0, offset: 0 };
      while (isHere) {
        if (seen === count) {
          if (isOver) break;
          await pull();
        } else if (latest && seen === count - 1) {
          seen = count;
          Object.assign(place, endOf(said));
          yield latest;
        } else {
          seen = count;
          yield* since(said, place);
        }
      }
      if (isHere && failure) throw failure.error;
    } finally {
      signal.removeEventListener('abort', aborted);
      depart();
    }
  }

  return {
    read,
    stop,
    over: over.promise,
    get isOver() {
      return isOver;
    },
  };
}

const gone = () => new Fault('gone', explained('answer_gone'));

type Text = Extract<StreamEvent, { event: 'token' | 'reasoning_delta' }>;

const isText = (event: StreamEvent | undefined): event is Text =>
  event?.event === 'token' || event?.event === 'reasoning_delta';

/** Adds an event; a text goes on with the text before it, so that a thousand tokens are one event. */
function keep(said: StreamEvent[], event: StreamEvent): void {
  const last = said.at(-1);
  if (isText(event) && isText(last) && event.event === last.event)
    said[said.length - 1] = { ...last, data: { content: last.data.content + event.data.content } };
  else said.push(event);
}

/** A position in what was said: an event, and a character of it. */
interface Place {
  at: number;
  offset: number;
}

const lengthOf = (event: StreamEvent | undefined): number => (isText(event) ? event.data.content.length : 1);

const endOf = (said: readonly StreamEvent[]): Place => ({
  at: said.length - 1,
  offset: lengthOf(said.at(-1)),
});

/** What was said after a place, which moves to the end. */
function since(said: readonly StreamEvent[], place: Place): StreamEvent[] {
  const rest = said.slice(place.at).flatMap((event, index): StreamEvent[] => {
    const offset = index === 0 ? place.offset : 0;
    if (offset >= lengthOf(event)) return [];
    return isText(event) ? [{ ...event, data: { content: event.data.content.slice(offset) } }] : [event];
  });
  Object.assign(place, endOf(said));
  return rest;
}
