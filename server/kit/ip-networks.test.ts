import { describe, expect, test } from 'vitest';
import { clientNetworks } from './ip-networks.ts';

const keys = (address: string) => clientNetworks(address).map(({ key }) => key);

describe('the networks of a client', () => {
  test('an IPv4 address is one, however it is spelled', () => {
    for (const same of [
      '203.0.113.9',
      '::ffff:203.0.113.9',
      ' ::FFFF:203.0.113.9 ',
      '::ffff:cb00:7109',
      '0:0:0:0:0:FFFF:CB00:7109%eth0',
    ])
      expect(clientNetworks(same)).toEqual([{ key: '203.0.113.9', factor: 1 }]);
  });

  test('an IPv6 address has a /48 and a /56 with four times as much, and its /64', () => {
    expect(clientNetworks('2001:db8:1:2a3::1')).toEqual([
      { key: '2001:db8:1::/48', factor: 4 },
      { key: '2001:db8:1:200::/56', factor: 4 },
      { key: '2001:db8:1:2a3::/64', factor: 1 },
    ]);
    const own = keys('2001:db8:1:2::1');
    for (const same of [
      '2001:db8:1:2:ffff:ffff:ffff:ffff',
      '2001:0DB8:0001:0002:0:0:0:7',
      '2001:db8:1:2:a::%eth0',
    ]) {
      expect(keys(same)).toEqual(own);
    }
    expect(keys('::1')).toEqual(['0:0:0::/48', '0:0:0:0::/56', '0:0:0:0::/64']);
    expect(keys('fe80::1').at(-1)).toBe('fe80:0:0:0::/64');
  });

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.1', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('the /64 network of %s is %s', (address, network) => {
    expect(keys(address).at(-1)).toBe(network);
  });

  test('neighbours share the wider networks only', () => {
    const shared = (other: string) => keys(other).filter((key) => keys('2001:db8:1:200::1').includes(key));
    expect(shared('2001:db8:1:2ff::1')).toEqual(['2001:db8:1::/48', '2001:db8:1:200::/56']);
    expect(shared('2001:db8:1:300::1')).toEqual(['2001:db8:1::/48']);
    expect(shared('2001:db8:2:200::1')).toEqual([]);
  });

  test('invalid addresses share one name', () => {
    for (const junk of ['', 'unknown', '1.2.3', '1.2.3.4.5', "'; drop table", '[::1]:80', '999.1.1.1'])
      expect(keys(junk)).toEqual(['unknown']);
  });
});
