import { expect, test } from 'vitest';
import { isPrivateAddress } from './private-address.ts';

test('HOST6: private addresses are distinguished from public ones', () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '[::1]',
    'fe80::1%eth0',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'localhost',
    '',
  ];
  const outside = ['93.184.216.34', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8', '172.32.0.1'];
  expect(inside.filter((address) => !isPrivateAddress(address))).toEqual([]);
  expect(outside.filter((address) => isPrivateAddress(address))).toEqual([]);
});
