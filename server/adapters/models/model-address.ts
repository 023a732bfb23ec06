import { isIP } from 'node:net';
import { isPrivateAddress } from '../hosts/remote/private-address.ts';

import { withoutEnd } from '../../kit/scan/edges.ts';

/** The address to which Docent adds the path of a call, from one that was pasted with that path. */
export function withoutCallPath(address: string): string {
  const plain = withoutEnd(address.trim(), /\//);
  const call = CALLS.find((path) => plain.toLowerCase().endsWith(path));
  return call === undefined ? plain : withoutEnd(plain.slice(0, -call.length), /\//);
}

/** True for an address whose path names no version, such as `/v1`, where most servers have their interface. */
export const namesNoVersion = (address: string): boolean =>
  !/\/v\d+(?:[a-z]+\d*)?(?:\/|$)/i.test(URL.parse(address)?.pathname ?? '');

const CALLS = [
  '/chat/completions',
  '/completions',
  '/embeddings',
  '/rerank',
  '/images/generations',
  '/images/edits',
  '/models',
];

/** True for a server on this machine or in the house: a loopback or private address, or a name that only a local network knows. */
export function isLocalAddress(baseUrl: string): boolean {
  const host = (URL.parse(baseUrl)?.hostname ?? '').replace(/^\[|\]$/g, '').toLowerCase();
  if (host === '') return false;
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

/**
 * Tries an address as it was pasted, without the path of a call; a server that answers otherwise is tried below /v1, where
 * most have their interface and which is often forgotten.
 */
export async function atAddress<T extends { readonly ok: boolean; readonly isAnswered?: boolean }>(
  pasted: string,
  attempt: (baseUrl: string) => Promise<T>,
): Promise<{ readonly tried: T; readonly baseUrl: string }> {
  const baseUrl = withoutCallPath(pasted);
  const tried = await attempt(baseUrl);
  if (tried.ok || tried.isAnswered !== true || !namesNoVersion(baseUrl)) return { tried, baseUrl };
  const elsewhere = `${baseUrl}/v1`;
  const second = await attempt(elsewhere);
  return second.ok ? { tried: second, baseUrl: elsewhere } : { tried, baseUrl };
}
