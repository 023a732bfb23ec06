import { BlockList, isIP } from 'node:net';
import { plainAddress } from '../../kit/ip-networks.ts';

/** True for the address of a proxy whose forwarding headers are trusted. A client on a Unix socket has no address and is trusted. */
export type TrustedProxies = (address: string | undefined) => boolean;

/** @param names - addresses and CIDR ranges */
export function createTrustedProxies(names: readonly string[]): TrustedProxies {
  const networks = new BlockList();
  for (const name of names) {
    const [address = '', bits] = name.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    if (address === undefined) return true;
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && networks.check(plain, family === 6 ? 'ipv6' : 'ipv4');
  };
}
