import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodeFrame, doneFrame, type Frame } from '../../contract/frames.ts';
import { followAnswer } from './answer-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const say = (content: string) => encodeFrame({ event: 'token', data: { content } });
const bytes = (text: string) => new TextEncoder().encode(text);

/** A body that sends the pieces and then closes, breaks or says nothing more. */
function bodyOf(pieces: readonly (string | Uint8Array)[], then: 'close' | 'break' | 'silence') {
  let cancelled = false;
  const left = pieces.map((piece) => (typeof piece === 'string' ? bytes(piece) : piece));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift();
      if (piece) return controller.enqueue(piece);
      if (then === 'close') return controller.close();
      if (then === 'break') return controller.error(new TypeError('network error'));
      return new Promise<void>(() => undefined);
    },
    cancel() {
      cancelled = true;
    },
  });
  return { body, wasCancelled: () => cancelled };
}

function follow(body: ReadableStream<Uint8Array>, signal = new AbortController().signal) {
  const frames: Frame[] = [];
  const ending = followAnswer(body, { receive: (more) => frames.push(...more), signal, silenceMs: 60_000 });
  return {
    frames,
    ending,
    text: () => frames.map((f) => (f.event === 'token' ? f.data.content : '')).join(''),
  };
}

test('a whole answer ends at [DONE] and drops what follows', async () => {
  const { body, wasCancelled } = bodyOf([say('Hello'), doneFrame + say('ghost'), say('ghost')], 'silence');
  const { ending, text } = follow(body);
  expect(await ending).toBe('done');
  expect(text()).toBe('Hello');
  expect(wasCancelled()).toBe(true);
});

test('characters split over pieces stay whole', async () => {
  const whole = bytes(say('你好🐈') + doneFrame);
  const { ending, text } = follow(
    bodyOf(
      [...whole].map((byte) => Uint8Array.of(byte)),
      'close',
    ).body,
  );
  expect(await ending).toBe('done');
  expect(text()).toBe('你好🐈');
});

test('a closed or broken connection is a cut, and a half frame is not shown', async () => {
  for (const then of ['close', 'break'] as const) {
    const { ending, text } = follow(bodyOf([say('Kept'), 'data:{"content":"lo'], then).body);
    expect(await ending).toBe('cut');
    expect(text()).toBe('Kept');
  }
});

test('sixty seconds without a byte are silence; a heartbeat is life', async () => {
  const { body } = bodyOf([say('Kept'), ':\n\n'], 'silence');
  const { ending, text } = follow(body);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await ending).toBe('silent');
  expect(text()).toBe('Kept');
});

test('the visitor stops an answer at once, even one that hangs', async () => {
  const abort = new AbortController();
  const { body, wasCancelled } = bodyOf([say('Kept')], 'silence');
  const { ending, text } = follow(body, abort.signal);
  await vi.advanceTimersByTimeAsync(10);
  abort.abort();
  expect(await ending).toBe('stopped');
  expect(text()).toBe('Kept');
  expect(wasCancelled()).toBe(true);
});

test('an endless stream is cut', async () => {
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes('x'.repeat(60_000))),
  });
  expect(await follow(endless).ending).toBe('cut');
});
