import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { StreamEvent } from '../../contract/events.ts';
import { doneFrame, encodeFrame } from '../../contract/frames.ts';
import { createStreams } from './stream.ts';
import { yieldToEventLoop } from '../work/event-loop.ts';
import { listen } from '../../test/fakes/listen.ts';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const word = (content: string): StreamEvent => ({ event: 'token', data: { content } });

/** Streams a source over HTTP: what the client got, and the writes it took without the end. */
async function streamed(source: () => AsyncIterable<StreamEvent>, failed = () => '') {
  const streams = createStreams();
  const writes: string[] = [];
  const server = createServer((_, response) => {
    const write = response.write.bind(response);
    Object.assign(response, { write: (text: string) => (writes.push(text), write(text)) });
    const client = new AbortController();
    void streams.send({ response, headers: {}, client, source: source(), isProgress: false, failed });
  });
  closers.push(
    () => streams.close(),
    () => new Promise((resolve) => server.close(resolve)),
  );
  const { origin } = await listen(server);
  const reply = await fetch(origin);
  return { text: await reply.text(), writes };
}

const textOf = (...words: readonly string[]) => words.map((one) => encodeFrame(word(one))).join('');

describe('a stream', () => {
  test('writes events that come together at once, in their order', async () => {
    const { text, writes } = await streamed(async function* () {
      for (const one of ['a', 'b', 'c']) yield word(one);
      for (let turn = 0; turn < 3; turn += 1) await yieldToEventLoop();
      yield word('d');
    });
    expect(text).toBe(textOf('a', 'b', 'c', 'd') + doneFrame);
    expect(writes).toEqual([textOf('a', 'b', 'c'), textOf('d')]);
  });

  test('has written the events before a failure', async () => {
    const { text } = await streamed(
      async function* () {
        yield word('a');
        throw new Error('the source broke');
      },
      () => textOf('broken'),
    );
    expect(text).toBe(textOf('a', 'broken') + doneFrame);
  });

  test('does not gather a long text without end', async () => {
    const long = 'x'.repeat(10_000);
    const { text, writes } = await streamed(async function* () {
      for (let sent = 0; sent < 6; sent += 1) yield word(long);
    });
    expect(text.length).toBeGreaterThan(60_000);
    expect(writes.length).toBeGreaterThanOrEqual(3);
  });
});
