import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

test('a choice that does not exist is answered with those that do', () => {
  expect(() => readEnv({ DOCENT_HOST: 'drupal' })).toThrow(
    'DOCENT_HOST: must be one of embedded, wordpress, ghost, halo, web',
  );
});

test('limits of model calls are seconds in the environment and milliseconds in the service', () => {
  expect(readEnv({}).modelLimits).toEqual({ callMs: 300_000, reasoningMs: 120_000, firstTokenMs: 30_000 });
  const limits = { DOCENT_MODEL_TIMEOUT_SECONDS: '60', DOCENT_MODEL_FIRST_TOKEN_SECONDS: '5' };
  expect(readEnv(limits).modelLimits).toMatchObject({ callMs: 60_000, firstTokenMs: 5_000 });
  expect(() => readEnv({ DOCENT_MODEL_TIMEOUT_SECONDS: 'soon' })).toThrow(
    'DOCENT_MODEL_TIMEOUT_SECONDS: must be a whole number from 5 to 3600',
  );
});
