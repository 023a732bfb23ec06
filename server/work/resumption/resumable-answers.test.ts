import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { token, type StreamEvent } from '../../../contract/events.ts';
import { isStop, stopReason } from '../../kit/fault.ts';
import { createResumableAnswers } from './resumable-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const key = (n: number | string) => `${n}`.padStart(32, 'k');

/** An answer whose words come when the test says them; counts what was pulled and how it ended. */
function scripted() {
  const words: StreamEvent[] = [];
  let wake = () => {};
  let isWhole = false;
  const state = { asked: 0, reason: undefined as unknown };
  async function* run(signal: AbortSignal): AsyncGenerator<StreamEvent> {
    state.asked += 1;
    signal.addEventListener('abort', () => wake());
    for (;;) {
      const next = words.shift();
      if (next) yield next;
      else if (signal.aborted) {
        state.reason = signal.reason;
        if (!isStop(signal.reason)) throw signal.reason;
        return yield token('stopping');
      } else if (isWhole) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return {
    run,
    state,
    say(...said: readonly (string | StreamEvent)[]) {
      words.push(...said.map((each) => (typeof each === 'string' ? token(each) : each)));
      wake();
    },
    finish() {
      isWhole = true;
      wake();
    },
  };
}

/** Reads in the background; `left` is the client's leaving. */
function reader(begin: (signal: AbortSignal) => AsyncIterable<StreamEvent>) {
  const client = new AbortController();
  const events: StreamEvent[] = [];
  const over = (async () => {
    for await (const event of begin(client.signal)) events.push(event);
  })();
  const ended = over.then(
    () => 'ended',
    (error: unknown) => error,
  );
  return {
    events,
    ended,
    leave: () => client.abort(new DOMException('The client has left', 'AbortError')),
    stopService: () => client.abort(stopReason()),
    text: () => events.map((event) => (event.event === 'token' ? event.data.content : '')).join(''),
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('an answer whose reader has left', () => {
  test('CHAT19: is read again from its beginning and goes on, and the model is asked once', async () => {
    const answers = createResumableAnswers();
    const { run, say, finish, state } = scripted();
    const first = reader((signal) => answers.begin({ key: key(1), address: 'a', signal }, run));
    say({ event: 'citations', data: [] }, 'One ', 'two ');
    await settle();
    expect(first.text()).toBe('One two ');
    first.leave();
    say('three ');
    await vi.advanceTimersByTimeAsync(19_000);
    const second = reader((signal) => answers.resume(key(1), signal));
    await settle();
    expect(second.events).toEqual([{ event: 'citations', data: [] }, token('One two three ')]);
    await vi.advanceTimersByTimeAsync(60_000);
    say('four');
    finish();
    expect(await second.ended).toBe('ended');
    expect(second.text()).toBe('One two three four');
    expect([first.text(), state]).toEqual(['One two ', { asked: 1, reason: undefined }]);
  });

  test('CHAT19: ends as before when nobody comes back within twenty seconds', async () => {
    const answers = createResumableAnswers();
    const { run, say, state } = scripted();
    const first = reader((signal) => answers.begin({ key: key(1), address: 'a', signal }, run));
    say('One');
    await settle();
    first.leave();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(state.reason).toMatchObject({ name: 'AbortError' });
    expect(() => answers.resume(key(1), new AbortController().signal)).toThrow(/gone/);
  });

  test('CHAT18: without a key it ends at once', async () => {
    const answers = createResumableAnswers();
    const { run, say, state } = scripted();
    const first = reader((signal) => answers.begin({ key: undefined, address: 'a', signal }, run));
    say('One');
    await settle();
    first.leave();
    await settle();
    expect(state.reason).toMatchObject({ name: 'AbortError' });
  });

  test('CHAT20: the visitor who stops it ends it at once, and it is gone', async () => {
    const answers = createResumableAnswers();
    const { run, say, state } = scripted();
    const first = reader((signal) => answers.begin({ key: key(1), address: 'a', signal }, run));
    say('One');
    await settle();
    first.leave();
    expect([answers.stop(key(1)), answers.stop(key(1)), answers.stop(key(2))]).toEqual([true, false, false]);
    await settle();
    expect(state.reason).toMatchObject({ name: 'AbortError' });
    expect(() => answers.resume(key(1), new AbortController().signal)).toThrow(/gone/);
  });
});

test('CHAT19: a whole answer is there for two minutes; several readers get all of it, and one that leaves takes it from nobody', async () => {
  const answers = createResumableAnswers();
  const { run, say, finish, state } = scripted();
  const first = reader((signal) => answers.begin({ key: key(1), address: 'a', signal }, run));
  say('One ');
  await settle();
  const [second, third] = [1, 2].map(() => reader((signal) => answers.resume(key(1), signal)));
  await settle();
  second?.leave();
  say('two ', { event: 'reasoning_delta', data: { content: 'hm' } }, 'three');
  finish();
  expect(await Promise.all([first.ended, third?.ended])).toEqual(['ended', 'ended']);
  expect([first.text(), third?.text()]).toEqual(['One two three', 'One two three']);
  await vi.advanceTimersByTimeAsync(119_000);
  const late = reader((signal) => answers.resume(key(1), signal));
  expect(await late.ended).toBe('ended');
  expect(late.events.map(({ event }) => event)).toEqual(['token', 'reasoning_delta', 'token']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(() => answers.resume(key(1), new AbortController().signal)).toThrow(/gone/);
  expect(state.asked).toBe(1);
});

test('CHAT19: a known key is not taken twice', async () => {
  const answers = createResumableAnswers();
  const [one, other] = [scripted(), scripted()];
  const begin = ({ run }: typeof one) =>
    reader((signal) => answers.begin({ key: key(1), address: 'a', signal }, run));
  const [first, second] = [begin(one), begin(other)];
  one.say('mine');
  other.say('theirs');
  await settle();
  expect([first.text(), second.text()]).toEqual(['mine', 'theirs']);
  const again = reader((signal) => answers.resume(key(1), signal));
  await settle();
  expect(again.text()).toBe('mine');
});

test('CHAT20: an address keeps eight answers; the oldest complete one gives way, and beyond that one ends with its reader', async () => {
  const answers = createResumableAnswers();
  const begin = (n: number, script: ReturnType<typeof scripted>) =>
    reader((signal) => answers.begin({ key: key(n), address: 'a', signal }, script.run));
  const scripts = Array.from({ length: 10 }, scripted);
  for (const [n, script] of scripts.slice(0, 8).entries()) begin(n, script);
  await settle();
  const [, second, ninth, tenth] = [scripts[0], scripts[1], scripts[8], scripts[9]];
  const unkept = ninth && begin(8, ninth);
  await settle();
  unkept?.leave();
  await settle();
  expect(ninth?.state.reason).toMatchObject({ name: 'AbortError' });
  second?.finish();
  await settle();
  const kept = tenth && begin(9, tenth);
  await settle();
  kept?.leave();
  await settle();
  expect(tenth?.state.reason).toBeUndefined();
  expect(() => answers.resume(key(1), new AbortController().signal)).toThrow(/gone/);
});

test('CHAT19: a service that stops tells a reader, and ends what nobody reads', async () => {
  const answers = createResumableAnswers();
  const [one, other] = [scripted(), scripted()];
  const read = reader((signal) => answers.begin({ key: key(1), address: 'a', signal }, one.run));
  const left = reader((signal) => answers.begin({ key: key(2), address: 'a', signal }, other.run));
  await settle();
  left.leave();
  read.stopService();
  expect(await read.ended).toBe('ended');
  expect(read.text()).toBe('stopping');
  await answers[Symbol.asyncDispose]();
  expect(isStop(other.state.reason)).toBe(true);
});

test('CHAT19: what breaks an answer reaches its reader and is not kept', async () => {
  const answers = createResumableAnswers();
  const broken = new Error('broken');
  const read = reader((signal) =>
    answers.begin({ key: key(1), address: 'a', signal }, async function* () {
      yield token('One');
      throw broken;
    }),
  );
  expect(await read.ended).toBe(broken);
  expect(() => answers.resume(key(1), new AbortController().signal)).toThrow(/gone/);
});
