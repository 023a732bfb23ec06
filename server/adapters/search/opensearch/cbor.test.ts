import { expect, test } from 'vitest';
import { readCbor } from './cbor.ts';

const read = (hex: string) => readCbor(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

// Examples of RFC 8949, appendix A.
test.each<[string, unknown]>([
  ['00', 0],
  ['17', 23],
  ['1903e8', 1_000],
  ['1b000000e8d4a51000', 1_000_000_000_000],
  ['3903e7', -1_000],
  ['fb3ff199999999999a', 1.1],
  ['fa47c35000', 100_000],
  ['f4', false],
  ['f5', true],
  ['f6', undefined],
  ['62c3bc', 'ü'],
  ['7f657374726561646d696e67ff', 'streaming'],
  ['4401020304', Buffer.of(1, 2, 3, 4)],
  ['5f42010243030405ff', Buffer.of(1, 2, 3, 4, 5)],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
  ['a26161016162820203', { a: 1, b: [2, 3] }],
  ['bf61610161629f0203ffff', { a: 1, b: [2, 3] }],
  ['d9d9f7 a1616101', { a: 1 }],
])('a reply of %s is read', (hex, value) => {
  expect(read(hex)).toEqual(value);
});

test('a key that other objects inherit from is only a key', () => {
  const found = read('a1 695f5f70726f746f5f5f a1616101') as object;
  expect(Object.keys(found)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(found)).toBeNull();
});

test.each(['', '19', '4401', '8201', 'a16161', '9f01', 'ff', '1c', '82ff01', '81'.repeat(40)])(
  'a reply of %j is refused',
  (hex) => {
    expect(() => read(hex)).toThrow(RangeError);
  },
);
