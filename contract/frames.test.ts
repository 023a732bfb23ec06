import { describe, expect, test } from 'vitest';
import { token, type StreamEvent } from './events.ts';
import { createFrameReader, doneFrame, encodeFrame, heartbeatFrame, type Frame } from './frames.ts';

const events: StreamEvent[] = [
  { event: 'citations', data: [{ postId: 'p1', title: 'Größe „X“', url: '/a?b=1&c' }] },
  { event: 'reasoning_start', data: {} },
  { event: 'reasoning_delta', data: { content: 'hm\r\n\r\n' } },
  { event: 'reasoning_end', data: {} },
  token('你好，世界 👩‍👩‍👧 '),
  token('\n\n'),
  token(' data:[DONE]\nevent:error\n\n'),
  token('\u2028 \u2029 \0 \ufeff'),
  { event: 'error', data: 'first line\n  indented\n\nafter an empty one' },
  { event: 'answer_state', data: { answerState: 'partial' } },
  { event: 'logId', data: '0f2e' },
];
const wire = heartbeatFrame + events.map(encodeFrame).join(heartbeatFrame) + doneFrame;
const expected: Frame[] = [...events, { event: 'done' }];

/** Reads bytes cut at the given places. */
function readCut(bytes: Uint8Array, cuts: readonly number[]): Frame[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const read = createFrameReader();
  const ends = [...cuts, bytes.length];
  return ends.flatMap((end, index) =>
    read(decoder.decode(bytes.subarray(ends[index - 1] ?? 0, end), { stream: true })),
  );
}

/** A small repeatable source of chance (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const again = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((again ^ (again >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe.each([
  ['LF', wire],
  ['CRLF', wire.replaceAll('\n', '\r\n')],
])('SSE16: frames with %s', (_, text) => {
  const bytes = new TextEncoder().encode(text);

  test('come back however two pieces are cut', () => {
    for (let cut = 0; cut <= bytes.length; cut += 1) expect(readCut(bytes, [cut])).toEqual(expected);
  });

  test('come back byte by byte, multi-byte characters included', () => {
    expect(readCut(bytes, Array.from(bytes.keys()))).toEqual(expected);
  });

  test('come back from random pieces', () => {
    const next = chance(7);
    for (let round = 0; round < 200; round += 1) {
      const cuts = Array.from({ length: 6 }, () => Math.floor(next() * bytes.length)).toSorted(
        (a, b) => a - b,
      );
      expect(readCut(bytes, cuts)).toEqual(expected);
    }
  });
});

test('SSE1, SSE2: a frame ends lines with LF alone and keeps JSON on one line', () => {
  expect(encodeFrame(token('a\r\nb'))).toBe('data:{"content":"a\\r\\nb"}\n\n');
  expect(encodeFrame({ event: 'error', data: 'a\r\nb' })).toBe('event:error\ndata:a\ndata:b\n\n');
  expect(encodeFrame({ event: 'reasoning_end', data: {} })).toBe('event:reasoning_end\ndata:{}\n\n');
});

test('SSE3: the last frame is [DONE] without a name', () => {
  expect(createFrameReader()(doneFrame)).toEqual([{ event: 'done' }]);
});

test('SSE16: unknown events, comments and broken payloads are skipped', () => {
  const read = createFrameReader();
  expect(read(':hi\n\nevent:new\ndata:{}\n\nevent:citations\ndata:{broken\n\nid:3\n\n')).toEqual([]);
  expect(read('data: {"content": "x"}\n\n')).toEqual([token('x')]);
  expect(read('data:plain text\n\n')).toEqual([token('plain text')]);
  expect(read('data:{"other":1}\n\n')).toEqual([token('')]);
});

test('a frame without its blank line is not read yet', () => {
  const read = createFrameReader();
  expect(read('data:{"content":"a"}\n')).toEqual([]);
  expect(read('\n')).toEqual([token('a')]);
});
