import { describe, expect, test } from 'vitest';
import { diagnoses } from '../../../../contract/usage/figures.ts';
import { causeOf, diagnose } from './diagnosis.ts';

describe('US11: the cause of a failure', () => {
  test.each([
    ['embed', 'HTTP 400: Dimension 1024 is not supported', 'embedding_dimensions'],
    ['chat', 'This embedding model is broken', 'embedding_model'],
    ['embed', 'HTTP 401: no', 'auth'],
    ['embed', 'the answer holds 3 vectors for 2 texts', 'embedding_model'],
    ['rerank', 'HTTP 429: slow down', 'rate_limit'],
    ['rerank', 'a rank without a score', 'rerank_model'],
    ['chat', 'reranking failed', 'rerank_model'],
    ['chat', 'Unsupported response_format: json_object', 'response_format'],
    ['chat', 'The model timed out', 'timeout'],
    ['chat', 'Model "m": no answer in time', 'timeout'],
    ['chat', 'Model "m": reasoning without an answer in time', 'timeout'],
    ['chat', 'connect ETIMEDOUT 10.0.0.1:443', 'timeout'],
    ['chat', 'Request time-out after 60 s (HTTP 401)', 'timeout'],
    ['chat', 'HTTP 401: bad', 'auth'],
    ['chat', 'Incorrect API key provided: ***', 'auth'],
    ['chat', 'HTTP 403: this key may not', 'permission'],
    ['image', 'HTTP 429: quota', 'rate_limit'],
    ['chat', 'Rate limit reached', 'rate_limit'],
    ['chat', 'HTTP 404: The model `gpt-x` does not exist', 'model_unavailable'],
    ['chat', 'The chat model "ghost" is not in the model-management component', 'model_unavailable'],
    ['embed', 'The embedding model "ghost" is not in the model-management component', 'model_unavailable'],
    ['chat', 'Model "main": HTTP 404: no such model', 'model_unavailable'],
    ['embed', 'No embedding model is connected in the model-management component', 'model_missing'],
    ['chat', 'A language model must be connected for this: keywords', 'model_missing'],
    ['chat', 'Model "m": ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9', 'unreachable'],
    ['embed', 'Model "m": ENOTFOUND: getaddrinfo ENOTFOUND models.example', 'unreachable'],
    [
      'chat',
      'Model "m": EPROTO: write EPROTO 0A00010B:SSL routines:tls_validate_record_header:wrong version number',
      'unreachable',
    ],
    ['embed', 'Model "m": DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate', 'unreachable'],
    ['chat', 'HTTP 429: Too many tokens, please wait', 'rate_limit'],
    ['chat', 'Model "not-found": HTTP 400: top_p must be above 0', 'invalid_request'],
    ['chat', 'Model "m": HTTP 503: upstream overloaded', 'provider_error'],
    ['chat', 'model management is not running', 'ai_foundation_service'],
    ['chat', 'Model "m": the answer is not JSON', 'sdk_compatibility'],
    ['chat', 'HTTP 500: internal error 14012', 'provider_error'],
    ['chat', 'HTTP 418: internal error 14012', 'unknown'],
    ['chat', '', 'unknown'],
  ])('%s: %s', (type, error, key) => {
    expect(diagnose(type, error)).toBe(key);
  });

  test('has a label and a remedy, whichever it is', () => {
    for (const key of diagnoses) {
      const { label, suggestion } = causeOf(key);
      expect(causeOf(key).key).toBe(key);
      expect(label.length).toBeGreaterThan(5);
      expect(suggestion).toMatch(/\.$/);
    }
    expect(causeOf('removed long ago').key).toBe('unknown');
  });
});
