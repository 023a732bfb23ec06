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

test('IDX8: a search engine is named by the addresses of its nodes, whose path is the name of its indexes', () => {
  expect(readEnv({}).search).toBeUndefined();
  const search = {
    DOCENT_SEARCH_URL: 'https://one.example.org:9200/wiki, https://two.example.org:9200/wiki',
    DOCENT_SEARCH_USER: 'docent',
    DOCENT_SEARCH_PASSWORD_FILE: '/run/secrets/search',
  };
  expect(readEnv(search).search).toEqual({
    nodes: ['https://one.example.org:9200', 'https://two.example.org:9200'],
    name: 'wiki',
    username: 'docent',
    passwordFile: '/run/secrets/search',
    authoritiesFile: undefined,
    timeoutMs: 2_000,
  });
  expect(readEnv({ DOCENT_SEARCH_URL: 'http://127.0.0.1:9200' }).search?.name).toBe('docent');
});

test.each([
  'search.example.org',
  'ftp://search.example.org',
  'https://docent:pass-word@search.example.org',
  'https://one.example.org/wiki,https://two.example.org/blog',
  'https://one.example.org/a/b',
  'https://one.example.org/_all',
])('RUN4: %s is no address of a search engine, and is not repeated', (address) => {
  const reading = () => readEnv({ DOCENT_SEARCH_URL: address });
  expect(reading).toThrow(/^DOCENT_SEARCH_URL: (?:must|may)/);
  expect(reading).not.toThrow('pass-word');
});
