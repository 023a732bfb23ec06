import { describe, expect, test } from 'vitest';
import { createWhitelist } from './whitelist.ts';

const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

describe('a whitelist', () => {
  test('matches exact addresses, ranges and nothing else', () => {
    const has = createWhitelist([
      '198.51.100.7',
      ' 10.0.0.0/8 ',
      '2001:db8::/32',
      '::ffff:192.0.2.1',
      '::ffff:172.16.0.0/108',
      '::ffff:9.9.9.9/20',
      'office',
      '10.0.0.0/99',
      '8.0.0.0/',
      '8.0.0.0/8/8',
      '8.0.0.0/-1',
    ]);
    const inside = [
      '198.51.100.7',
      '10.255.1.2',
      '::ffff:10.1.1.1',
      '2001:db8:ffff::1',
      '192.0.2.1',
      '172.31.0.9',
    ];
    expect(inside.filter((address) => !has(address))).toEqual([]);
    const outside = [
      '198.51.100.8',
      '11.0.0.1',
      '8.0.0.0',
      '172.32.0.0',
      '9.9.9.9',
      '2001:db9::1',
      'office',
      '',
      'unknown',
    ];
    expect(outside.filter(has)).toEqual([]);
  });

  test('with * matches everybody, also those without an address', () => {
    const has = createWhitelist(['10.0.0.1', '*']);
    expect(has('203.0.113.1')).toBe(true);
    expect(has('unknown')).toBe(true);
  });

  test('agrees with arithmetic on every prefix length', () => {
    const addresses = [
      '0.0.0.0',
      '10.1.2.3',
      '10.1.2.4',
      '10.1.3.3',
      '127.255.255.255',
      '128.0.0.0',
      '255.255.255.255',
    ];
    for (let prefix = 0; prefix <= 32; prefix += 1) {
      const size = 2 ** (32 - prefix);
      const has = createWhitelist([`10.1.2.3/${prefix}`]);
      const inside = addresses.filter(
        (address) => Math.floor(number(address) / size) === Math.floor(number('10.1.2.3') / size),
      );
      expect({ prefix, inside: addresses.filter(has) }).toEqual({ prefix, inside });
    }
  });
});
