import { isIP } from 'node:net';
import { isPrivateAddress } from '../hosts/remote/private-address.ts';

import { withoutEnd } from '../../kit/scan/edges.ts';

/** Removes the path of a call from a pasted address, since Docent adds it itself. */
export function withoutCallPath(address: string): string {
  const plain = withoutEnd(address.trim().replace(/[?#].*$/s, ''), /\//);
  const call = CALLS.exec(plain);
  return call === null ? plain : withoutEnd(plain.slice(0, call.index), /\//);
}

/** True for an address without a version such as `/v1` in its path, where most servers have their API. */
export const namesNoVersion = (address: string): boolean =>
  !/\/v\d+(?:[a-z]+\d*)?(?:\/|$)/i.test(URL.parse(address)?.pathname ?? '');

/** The ends of addresses of calls, Ollama's own ones too. */
const CALLS =
  /\/(?:(?:chat\/)?completions|embeddings|rerank|ranking|reranking|images\/(?:generations|edits)|models|(?<=\/v\d{1,3}\/)(?:chat|responses|messages|models\/[^/]{1,200})|api\/(?:chat|generate|embed|embeddings|tags|show|version))$/i;

/** True for a server on this machine or in the local network: a loopback or private address, or a local name. */
export function isLocalAddress(baseUrl: string): boolean {
  const host = (URL.parse(baseUrl)?.hostname ?? '').replace(/^\[|\]$/g, '').toLowerCase();
  if (host === '') return false;
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

/**
 * Tries a pasted address without the path of a call. When the server gives an unexpected answer, tries again below /v1,
 * where most servers have their API and which is often forgotten, or with a small letter where it says /V1.
 */
export async function atAddress<T extends { readonly ok: boolean; readonly isAnswered?: boolean }>(
  pasted: string,
  attempt: (baseUrl: string) => Promise<T>,
): Promise<{ readonly tried: T; readonly baseUrl: string }> {
  const baseUrl = withoutCallPath(pasted);
  const tried = await attempt(baseUrl);
  const elsewhere = namesNoVersion(baseUrl)
    ? `${baseUrl}/v1`
    : baseUrl.replace(/\/V(?=\d{1,3}[^/]{0,20}$)/, '/v');
  if (tried.ok || tried.isAnswered !== true || elsewhere === baseUrl) return { tried, baseUrl };
  const second = await attempt(elsewhere);
  return second.ok ? { tried: second, baseUrl: elsewhere } : { tried, baseUrl };
}
