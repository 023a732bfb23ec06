import { isIPv4, isIPv6 } from 'node:net';

/** A network that an address belongs to, and how many times the limit of one client it may have. */
export interface ClientNetwork {
  /** How the network is named in counters. */
  readonly key: string;
  readonly factor: number;
}

/**
 * What a limit per client counts, widest network first: an IPv4 address as it is; of an IPv6 address the /64 network,
 * since one household owns the whole of it, and the /56 and /48 that providers hand out, which may have four times as
 * much. What is no address at all shares one name.
 */
export function clientNetworks(address: string): readonly [...ClientNetwork[], ClientNetwork] {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return [{ key: plain, factor: 1 }];
  if (!isIPv6(plain)) return [{ key: 'unknown', factor: 1 }];
  const [one = '0', two = '0', three = '0', four = '0'] = groupsOf(plain);
  const ofCustomer = (Number.parseInt(four, 16) & 0xff00).toString(16);
  return [
    { key: `${one}:${two}:${three}::/48`, factor: 4 },
    { key: `${one}:${two}:${three}:${ofCustomer}::/56`, factor: 4 },
    { key: `${one}:${two}:${three}:${four}::/64`, factor: 1 },
  ];
}

/** Without a zone (`%eth0`), and an IPv4 address that is written as IPv6 as the IPv4 address it is. */
export const plainAddress = (address: string): string =>
  address
    .trim()
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** The first four groups of an IPv6 address in its canonical spelling. */
function groupsOf(address: string): readonly string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4);
}
