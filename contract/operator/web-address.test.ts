import { expect, test } from 'vitest';
import { isWebAddress, withScheme } from './web-address.ts';

test.each([
  ['localhost:11434', 'http://localhost:11434'],
  ['localhost/v1', 'http://localhost/v1'],
  ['127.0.0.1:8000/v1', 'http://127.0.0.1:8000/v1'],
  ['[::1]:8000', 'http://[::1]:8000'],
  ['ollama:11434/v1', 'http://ollama:11434/v1'],
  ['box.lan:1234', 'http://box.lan:1234'],
  ['api.models.example/v1', 'https://api.models.example/v1'],
  ['models.example:8443', 'https://models.example:8443'],
  ['http://models.example', 'http://models.example'],
])('MODEL8: the address %j is meant as %s', (typed, meant) => {
  expect(withScheme(typed)).toBe(meant);
});

test.each(['', 'models', 'mailto:a@b', 'javascript:alert(1)', 'file:///etc', 'user:pass@models.example'])(
  'MODEL8: %j is no address that can be asked',
  (typed) => {
    expect(isWebAddress(withScheme(typed))).toBe(false);
  },
);
