import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/** A network of an address, and the multiple of one client's limit that it is granted. */
export interface ClientNetwork {
  /** Name of the network in counters. */
  readonly key: string;
  readonly factor: number;
}

/**
 * Networks that limits per client count, widest first: an IPv4 address as it is; of an IPv6 address the /48 and /56 that
 * providers assign, with four times the limit, then the /64, since one household owns all of it. All
 * invalid addresses share one name.
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

/** The networks of an address, widest first. */
export type NetworksOf = (address: string) => readonly [...ClientNetwork[], ClientNetwork];

/** The same networks for stored counters, named by keyed hashes so that the database contains no address. */
export function createNetworksOf(installationKey: string): NetworksOf {
  const hidden = ({ key, factor }: ClientNetwork): ClientNetwork => ({
    key: createHmac('sha256', installationKey).update(key).digest('base64url').slice(0, 22),
    factor,
  });
  return (address) => {
    const networks = clientNetworks(address);
    return [...networks.slice(0, -1).map(hidden), hidden(networks.at(-1) ?? networks[0])];
  };
}

/** Removes a zone (`%eth0`); converts an IPv4-mapped IPv6 address, in any spelling, back to IPv4. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.trim().split('%', 1);
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonicalOf(plain));
  if (!mapped) return plain;
  const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const canonicalOf = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** The first four groups of an IPv6 address in its canonical spelling. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = canonicalOf(address).split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4);
}
