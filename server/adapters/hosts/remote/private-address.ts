import { BlockList, isIP } from 'node:net';

/** Private and special-purpose addresses (RFC 6890 and its IPv6 counterparts). */
const reserved4 = new BlockList();
const reserved6 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved4.addSubnet(network, prefix, 'ipv4');
// Only global unicast IPv6 is public, without documentation, benchmark and transition prefixes.
for (const [network, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  reserved6.addSubnet(network, prefix, 'ipv6');

/** True unless the text is a public IP address. */
export const isPrivateAddress = (address: string): boolean => {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%[^]*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return reserved4.check(mapped, 'ipv4');
  const family = isIP(bare);
  if (family === 0) return true;
  return family === 4 ? reserved4.check(bare, 'ipv4') : reserved6.check(bare, 'ipv6');
};
