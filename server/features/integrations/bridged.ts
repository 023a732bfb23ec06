import { setTimeout as pause } from 'node:timers/promises';

const silence = Symbol('silence');

/** Passes on the pieces of `source`, and yields `filler` whenever `ms` milliseconds pass without one. */
export async function* bridged<T>(source: AsyncIterable<T>, filler: T, ms: number): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = iterator.next();
      let piece = await unlessSilent(next, ms);
      while (piece === silence) {
        yield filler;
        piece = await unlessSilent(next, ms);
      }
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Resolves as `work` does, or with `silence` when that takes longer than `ms` milliseconds; the work continues. */
async function unlessSilent<T>(work: Promise<T>, ms: number): Promise<T | typeof silence> {
  const waiting = new AbortController();
  try {
    return await Promise.race([work, pause(ms, silence, { signal: waiting.signal })]);
  } finally {
    waiting.abort();
  }
}
