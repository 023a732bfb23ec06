import { expect, test } from 'vitest';
import { hashPassword, isPassword, samePassword } from './password.ts';

test('a password is recognised by its hash, another is not, and the hash is salted', async () => {
  const stored = await hashPassword('correct horse');
  expect(await isPassword('correct horse', stored)).toBe(true);
  expect(await isPassword('correct horsf', stored)).toBe(false);
  expect(await isPassword('', stored)).toBe(false);
  expect(stored).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  expect(await hashPassword('correct horse')).not.toBe(stored);
});

test('composed and decomposed characters are the same password', async () => {
  expect(await isPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
  expect(samePassword('cafe\u0301', 'caf\u00e9')).toBe(true);
  expect(samePassword('cafe', 'caf\u00e9')).toBe(false);
});

test.each([[''], ['scrypt'], ['scrypt$16384$8$5$$'], ['plain$1$1$1$c2FsdA$aGFzaA']])(
  'nothing is the password behind %j',
  async (stored) => {
    expect(await isPassword('', stored)).toBe(false);
  },
);
