import { expect, test } from 'vitest';
import { welcome } from './welcome.ts';

const sample = {
  address: 'http://127.0.0.1:8090',
  credentials: 'data/admin-credentials.json',
  site: undefined,
  consolePath: '/console',
  models: [],
  setup: 'docent setup',
};

test('RUN10: a terminal shows where to ask, how to log in and how to connect a site and a model', () => {
  expect(welcome(sample).split('\n').slice(3)).toEqual([
    '  Ask       http://127.0.0.1:8090/',
    '  Console   http://127.0.0.1:8090/console/',
    '  Password  in data/admin-credentials.json',
    '  Site      the handbook, as a sample. Connect yours: docent setup',
    '  Models    built in. Connect a language model: docent setup',
    '',
    '',
  ]);
});

test('RUN10: connected models and site are named', () => {
  const lines = welcome({ ...sample, site: 'https://blog.example.org/', models: ['main', 'vectors'] });
  expect(lines).toContain('  Site      https://blog.example.org/\n  Models    main, vectors\n');
});
