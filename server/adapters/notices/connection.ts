import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { explained, type ExplainedText } from '../../kit/explained.ts';
import { invalid, isFault, unavailable } from '../../kit/fault.ts';
import { allowedLookup } from '../hosts/remote/outside/allowed-lookup.ts';
import { isPrivateAddress } from '../hosts/remote/private-address.ts';

const refused = (host: string) => invalid(explained('notice_private', { host }));

/** Resolves names to public addresses only, unless private ones are allowed. */
export const lookupFor = (mayBePrivate: boolean): LookupFunction =>
  allowedLookup(lookup, { mayBePrivate: () => mayBePrivate, refused });

/** Checks an IP address in a URL, which is never resolved. Throws `invalid`. */
export function refusePrivate(host: string, mayBePrivate: boolean): void {
  const bare = host.replace(/^\[|\]$/g, '');
  if (!mayBePrivate && isIP(bare) !== 0 && isPrivateAddress(bare)) throw refused(bare);
}

/** The Fault for an error of a connection; an abort by the caller is returned as it is. */
export function connectionFault(error: unknown, host: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (isFault(error)) return error;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return isFault(cause) ? cause : unavailable(reasonOf(cause, host), error);
}

function reasonOf(error: unknown, host: string): ExplainedText {
  const all = error instanceof AggregateError ? [error, ...error.errors] : [error];
  const marks = all.map((one) =>
    one instanceof Error ? [one.name, ...codes.map((name) => fieldOf(one, name))].join(' ') : '',
  );
  const [, reason] = reasons.find(([pattern]) => marks.some((mark) => pattern.test(mark))) ?? [];
  return explained(reason ?? 'notice_unreachable', { host });
}

/** Code of the underlying error; the mail library adds one of its own. */
const codes = ['code', 'originalCode'] as const;

const fieldOf = (error: Error, name: (typeof codes)[number]): string =>
  name in error ? String((error as Error & Record<typeof name, unknown>)[name]) : '';

const reasons = [
  [/ENOTFOUND|EAI_|EDNS/, 'notice_unresolved'],
  [/ECONNREFUSED/, 'notice_connection_refused'],
  [/TIMEOUT|Timeout|TIMEDOUT/, 'notice_slow'],
  [/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/, 'notice_certificate'],
  [/EPROTO|ERR_SSL|ETLS/, 'notice_no_tls'],
  [/ECONNRESET|SOCKET|EPIPE|HPE_|ECONNECTION/, 'notice_broke_off'],
] as const;
