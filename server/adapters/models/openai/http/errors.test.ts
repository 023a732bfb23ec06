import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../../kit/explained.ts';
import { createToFault, networkReason, providerMessage, statusIn } from './errors.ts';

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

describe('MOD4: a failed connection is told in plain words, its code as a detail', () => {
  it.each([
    ['UND_ERR_SOCKET', 'other side closed', 'network_closed', /^the other side closed the connection/],
    ['ECONNREFUSED', 'connect', 'network_refused', /^the address refuses the connection/],
    ['ECONNRESET', 'read ECONNRESET', 'network_reset', /^the connection was cut off/],
    ['EHOSTUNREACH', 'connect', 'network_unreachable', /^the server cannot be reached/],
    ['ETIMEDOUT', 'connect', 'network_late', /^the server took too long/],
    ['UND_ERR_HEADERS_TIMEOUT', 'Headers Timeout Error', 'network_late', /^the server took too long/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed', 'network_certificate', /^the certificate/],
    ['EPROTO', 'wrong version number', 'network_insecure', /^no secure connection/],
    ['HPE_INVALID_CONSTANT', 'Expected HTTP/', 'network_no_http', /^the address does not answer/],
    ['EPIPE', 'write', 'network_failed', /^the connection failed/],
  ])('%s', (code, message, explanation, words) => {
    const reason = networkReason(Object.assign(new Error(message), { code })) ?? '';
    expect(inEnglish(reason)).toMatch(words);
    expect(inEnglish(reason)).toContain(`(${code}: ${message})`);
    expect(reason).toMatchObject({ explanation: { code: explanation } });
  });

  it('an error without a code is none', () => {
    expect(networkReason(new Error('a bug'))).toBeUndefined();
  });
});
