import { describe, expect, it } from 'vitest';
import { createToFault, providerMessage, statusIn } from './errors.ts';

describe('errors of providers', () => {
  it('become Faults with a status, a kind and a short message', () => {
    const fault = createToFault(
      'gpt',
      'key-1234',
    )({ kind: 'status', status: 429, reason: 'slow\n\ndown', retryAfterSeconds: 3 });
    expect(fault).toMatchObject({
      code: 'upstream',
      message: 'Model "gpt": HTTP 429: slow down',
      details: { upstreamKind: 'status', upstreamStatus: 429, retryAfterSeconds: 3 },
    });
    expect(
      createToFault('gpt', undefined)({ kind: 'network', reason: '界'.repeat(2000) }).message,
    ).toHaveLength(500);
  });

  it('lose every key', () => {
    const toFault = createToFault('gpt', 'a+b/secret==');
    for (const leak of [
      'key a+b/secret== is wrong',
      'at ?key=a%2Bb%2Fsecret%3D%3D',
      'sent Bearer abc.def-123 and "Basic dXNlcjpwYXNz"',
      'Incorrect API key provided: sk-proj-12***89.',
    ]) {
      expect(toFault({ kind: 'status', reason: leak }).message).not.toMatch(
        /secret|abc\.def|dXNlc|sk-proj|89/,
      );
    }
  });

  it('are found wherever providers put their words', () => {
    expect(providerMessage({ error: { message: 'a' } }, 'none')).toBe('a');
    expect(providerMessage({ error: { message: 'bad value', param: 'size' } }, 'none')).toBe(
      'bad value (size)',
    );
    expect(providerMessage({ error: 'b' }, 'none')).toBe('b');
    expect(providerMessage({ message: 'c' }, 'none')).toBe('c');
    expect(providerMessage({ detail: [{ msg: 'd' }] }, 'none')).toBe('d');
    expect(providerMessage('e', 'none')).toBe('none');
    expect(providerMessage(null, 'none')).toBe('none');
    expect(statusIn({ error: { code: '503' } })).toBe(503);
    expect(statusIn({ error: { code: 'overloaded' }, status: 200 })).toBeUndefined();
  });
});
