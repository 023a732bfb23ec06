import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The visitor that an address stands for: IPv4 as it is, IPv6 by its /64 network, since one household owns the whole
 * of it. What is no address at all shares one name.
 */
export function visitorOf(address: string): string {
  const plain = plainAddress(address);
  if (isIPv4(plain)) return plain;
  return isIPv6(plain) ? `${network64(plain)}::/64` : 'unknown';
}

/** Whether addresses are on a whitelist of single addresses, CIDR ranges and `*`; other entries match nothing. */
export function createWhitelist(entries: readonly string[]): (address: string) => boolean {
  const texts = entries.map((entry) => entry.trim());
  if (texts.includes('*')) return () => true;
  const list = new BlockList();
  for (const text of texts) {
    const range = parseRange(text);
    if (range) list.addSubnet(range.address, range.prefix, range.family);
  }
  return (address) => {
    const plain = plainAddress(address);
    const family = familyOf(plain);
    return family !== undefined && list.check(plain, family);
  };
}

/** A single address is the range of its full length. */
function parseRange(text: string) {
  const [base = '', suffix, more] = text.split('/');
  const address = plainAddress(base);
  const family = familyOf(address);
  if (!family || more !== undefined || (suffix !== undefined && !/^\d{1,3}$/.test(suffix))) return undefined;
  const full = family === 'ipv4' ? 32 : 128;
  if (suffix === undefined) return { address, family, prefix: full } as const;
  // An IPv4 range that is written as IPv6 counts the 96 bits before it.
  const prefix = Number(suffix) - (family === 'ipv4' && isIPv6(base) ? 96 : 0);
  return prefix >= 0 && prefix <= full ? ({ address, family, prefix } as const) : undefined;
}

/** Without a zone (`%eth0`), and an IPv4 address that is written as IPv6 as the IPv4 address it is. */
const plainAddress = (address: string) =>
  address
    .trim()
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined);

/** The first four groups of an IPv6 address in its canonical spelling. */
function network64(address: string): string {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4).join(':');
}
