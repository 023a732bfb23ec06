import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

test('a choice that does not exist is answered with those that do', () => {
  expect(() => readEnv({ DOCENT_HOST: 'drupal' })).toThrow(
    'DOCENT_HOST: must be one of embedded, wordpress, ghost, halo, web',
  );
});

test('RUN4: all wrong settings are named at once, in one line and without their values', () => {
  const wrong = { PORT: 'eighty', DOCENT_SITE: 'my blog', DOCENT_LOG_LEVEL: 'loud', HOST: '127.0.0.1' };
  expect(() => readEnv(wrong)).toThrow(
    /^PORT: must be a whole number from 0 to 65535; DOCENT_SITE: must be [^;]+; DOCENT_LOG_LEVEL: must be one of [^;]+$/,
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
