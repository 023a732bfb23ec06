import { describe, expect, it } from 'vitest';
import { Fault, type FaultDetails } from '../../../../kit/fault.ts';
import { chatFallbacks } from './parameter-fallbacks.ts';
import { createRetrySession, type Refusals, type RetryPolicy } from './retry-policy.ts';

const upstream = (details: FaultDetails, message = 'failed') => new Fault('upstream', message, details);

/** Runs a call that fails in the given ways in turn; returns the waits and the bodies sent. */
async function retry(
  failures: readonly unknown[],
  fields: Record<string, unknown> = {},
  policy: Partial<RetryPolicy> = {},
  refusals: Refusals = new Map(),
) {
  const waits: number[] = [];
  const session = createRetrySession(
    { fields },
    {
      policy: {
        repeats: 'failed',
        most: 2,
        mostAfterTimeout: 1,
        baseMs: 500,
        longestWaitMs: 10_000,
        pause: async (ms) => void waits.push(ms),
        ...policy,
      },
      fallbacks: chatFallbacks,
      refusals,
      signal: new AbortController().signal,
    },
  );
  const sent = [session.first];
  let thrown: unknown;
  for (const failure of failures) {
    try {
      sent.push(await session.afterFailure(failure, sent.at(-1) ?? { fields }));
    } catch (error) {
      thrown = error;
      break;
    }
  }
  if (thrown === undefined) session.succeeded();
  return { waits, sent: sent.map((body) => body.fields), thrown };
}

const status = (upstreamStatus: number, retryAfterSeconds?: number) =>
  upstream({
    upstreamKind: 'status',
    upstreamStatus,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
const refusal = (message: string) => upstream({ upstreamKind: 'status', upstreamStatus: 400 }, message);

describe('repetition', () => {
  it('waits longer each time and ends after two', async () => {
    const { waits, thrown } = await retry([status(500), status(503), status(500)]);
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(500);
    expect(waits[0]).toBeLessThanOrEqual(625);
    expect(waits[1]).toBeGreaterThanOrEqual(1000);
    expect(waits[1]).toBeLessThanOrEqual(1250);
    expect(thrown).toMatchObject({ details: { upstreamStatus: 500 } });
  });

  it('waits as long as Retry-After says, or not at all when that is too long', async () => {
    expect((await retry([status(429, 7)])).waits).toEqual([7000]);
    expect((await retry([status(429, 11)])).thrown).toMatchObject({ details: { retryAfterSeconds: 11 } });
  });

  it.each([
    ['a bug', new TypeError('x')],
    ['another Fault', new Fault('invalid', 'x')],
    ['401', status(401)],
    ['501', status(501)],
    ['a broken protocol', upstream({ upstreamKind: 'protocol' })],
  ])('is not for %s', async (_, failure) => {
    const { thrown, waits } = await retry([failure]);
    expect(thrown).toBe(failure);
    expect(waits).toEqual([]);
  });

  it('asks once more after a timeout, or not at all', async () => {
    const late = upstream({ upstreamKind: 'timeout' });
    expect(await retry([late, late])).toMatchObject({ waits: [expect.any(Number)], thrown: late });
    expect((await retry([late], {}, { mostAfterTimeout: 0 })).thrown).toBe(late);
    expect((await retry([late, status(500), status(500)])).waits).toHaveLength(2);
  });

  it('never repeats a paid call that may have been carried out', async () => {
    const paid = { repeats: 'never-sent' } as const;
    for (const failure of [
      status(500),
      status(503),
      upstream({ upstreamKind: 'network' }, 'ECONNRESET'),
      upstream({ upstreamKind: 'timeout' }),
    ]) {
      expect((await retry([failure], {}, paid)).thrown).toBe(failure);
    }
    for (const failure of [status(429), upstream({ upstreamKind: 'network' }, 'ECONNREFUSED')]) {
      expect((await retry([failure], {}, paid)).thrown).toBeUndefined();
    }
  });
});

describe('concessions', () => {
  it('give each field up once', async () => {
    const { sent, thrown } = await retry(
      [
        refusal('Use max_completion_tokens'),
        refusal('stream_options unknown'),
        refusal('max_completion_tokens is not for this server'),
        refusal('the answer was refused'),
      ],
      { model: 'm', max_tokens: 5, stream_options: {} },
    );
    expect(sent).toEqual([
      { model: 'm', max_tokens: 5, stream_options: {} },
      { model: 'm', max_completion_tokens: 5, stream_options: {} },
      { model: 'm', max_completion_tokens: 5 },
      { model: 'm', max_tokens: 5 },
    ]);
    expect(thrown).toBeInstanceOf(Fault);
  });

  it('are not made for refusals of other things', async () => {
    const fields = { model: 'm', temperature: 1, reasoning_effort: 'none', stream_options: {} };
    for (const message of ['context length exceeded', 'the model m does not exist', 'content was filtered']) {
      expect((await retry([refusal(message)], fields)).sent).toHaveLength(1);
    }
  });

  it.each([
    'Unrecognized request argument supplied',
    'The parameter is invalid. Please check again.',
    'Extra inputs are not permitted',
    'unknown field in request: keys not allowed',
    '参数错误',
  ])('give all extras up for "%s"', async (message) => {
    const { sent } = await retry([refusal(message)], {
      model: 'm',
      reasoning_effort: 'none',
      response_format: {},
      stream_options: {},
    });
    expect(sent.at(-1)).toEqual({ model: 'm' });
  });

  it('are remembered by field and value, after a success', async () => {
    const refusals: Refusals = new Map();
    await retry([refusal('reasoning is unknown')], { reasoning_effort: 'none' }, {}, refusals);
    expect((await retry([], { reasoning_effort: 'none' }, {}, refusals)).sent).toEqual([{}]);
    expect((await retry([], { reasoning_effort: 'medium' }, {}, refusals)).sent).toEqual([
      { reasoning_effort: 'medium' },
    ]);
    const failed: Refusals = new Map();
    await retry([refusal('reasoning is unknown'), status(401)], { reasoning_effort: 'none' }, {}, failed);
    expect(failed.size).toBe(0);
  });
});
