import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { plainAddress } from '../../../kit/ip-networks.ts';

/** Matches addresses against a whitelist of addresses, CIDR ranges and `*`; invalid entries match nothing. */
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

/** A single address is a range of full length. */
function parseRange(text: string) {
  const [base = '', suffix, more] = text.split('/');
  const address = plainAddress(base);
  const family = familyOf(address);
  if (!family || more !== undefined || (suffix !== undefined && !/^\d{1,3}$/.test(suffix))) return undefined;
  const full = family === 'ipv4' ? 32 : 128;
  if (suffix === undefined) return { address, family, prefix: full } as const;
  // An IPv4 range in IPv6 notation has a prefix longer by 96 bits.
  const prefix = Number(suffix) - (family === 'ipv4' && isIPv6(base) ? 96 : 0);
  return prefix >= 0 && prefix <= full ? ({ address, family, prefix } as const) : undefined;
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined);
