import { describe, expect, test } from 'vitest';
import { Fault, unavailable } from '../../../kit/fault.ts';
import { errorText, outcomeOf } from './outcome.ts';

const living = new AbortController().signal;

describe('how a call ended', () => {
  test('a client that leaves aborts it, whatever the error', () => {
    const outcome = { status: 'aborted', mayCost: true };
    expect(outcomeOf(new Fault('upstream', 'HTTP 500'), AbortSignal.abort())).toMatchObject(outcome);
    expect(outcomeOf(new DOMException('gone', 'AbortError'), AbortSignal.abort('left'))).toMatchObject(
      outcome,
    );
  });

  test('time that runs out is a failure that may cost', () => {
    const late = new DOMException('late', 'TimeoutError');
    const timeout = { status: 'failed', error: 'The model timed out', mayCost: true };
    expect(outcomeOf(new Error('fetch failed'), AbortSignal.abort(late))).toEqual(timeout);
    expect(outcomeOf(late, living)).toEqual(timeout);
    const provider = new Fault('upstream', 'Model "m": no answer for 60 seconds', {
      upstreamKind: 'timeout',
    });
    expect(outcomeOf(provider, living)).toMatchObject({ status: 'failed', mayCost: true });
  });

  test.each(['protocol', 'timeout'] as const)(
    'US8: an answer that cannot be used (%s) is a failure that may cost, as the work was done',
    (upstreamKind) => {
      const broken = new Fault('upstream', 'Model "m": no picture in the answer', { upstreamKind });
      expect(outcomeOf(broken, living)).toMatchObject({ status: 'failed', mayCost: true });
    },
  );

  test('a provider that refuses costs nothing, and a model that is not there was never asked', () => {
    expect(outcomeOf(new Fault('upstream', 'HTTP 503'), living)).toEqual({
      status: 'failed',
      error: 'HTTP 503',
      mayCost: false,
    });
    expect(outcomeOf(unavailable('No such model'), living)).toEqual({
      status: 'refused',
      error: 'No such model',
      mayCost: false,
    });
  });
});

describe('the text of an error', () => {
  test('is that of the root cause', () => {
    const root = new Error('connect ECONNREFUSED 127.0.0.1:11434');
    expect(errorText(new Error('fetch failed', { cause: new Error('socket', { cause: root }) }))).toBe(
      root.message,
    );
    const circle = new Error('round');
    circle.cause = circle;
    expect(errorText(circle)).toBe('round');
  });

  test('fits 500 characters on one line, without keys or halves of characters', () => {
    const text = errorText(new Error(`a\n\tb\u0000 ${'x'.repeat(492)}😀 and more`));
    expect(text.startsWith('a b x')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(500);
    expect(text.isWellFormed()).toBe(true);
    expect(errorText(new Error(`${'y'.repeat(490)} Bearer abcdefghijklmnop`))).not.toContain('abcdef');
    expect(errorText(new Error('z'.repeat(10_000_000))).length).toBe(500);
  });

  test('exists also for a thrown value that is no error', () => {
    expect(errorText('plain')).toBe('plain');
    expect(errorText(undefined)).toBe('undefined');
    expect(errorText(new TypeError())).toBe('TypeError');
  });
});
