import { explained, type Words, inEnglish } from '../../../../kit/explained.ts';
import { Fault, type FaultDetails } from '../../../../kit/fault.ts';
import { createScrubber } from '../../secrets.ts';
import { at, listAt, textAt } from './json.ts';

/** A provider's failure; `retryAfterSeconds` as requested by the provider. */
export interface UpstreamFailure {
  readonly kind: NonNullable<FaultDetails['upstreamKind']>;
  readonly reason: Words;
  readonly status?: number | undefined;
  /** Set when the prompt was too long. */
  readonly window?: FaultDetails['window'];
  readonly retryAfterSeconds?: number | undefined;
}

export type ToFault = (failure: UpstreamFailure) => Fault;

/**
 * Creates the Faults `upstream` of one model. Messages have at most 500 characters and no keys. The original error is
 * not attached, since HTTP clients put requests, and with them keys, into theirs.
 */
export function createToFault(model: string, key: string | undefined): ToFault {
  const scrub = createScrubber(key);
  return ({ kind, reason, status, retryAfterSeconds, window }) => {
    const wordsWith = (words: Words) =>
      status === undefined
        ? explained('model_failed', { model, reason: words })
        : explained('model_status', { model, status, reason: words });
    const room = Math.max(MAX_MESSAGE - wordsWith('').text.length, 1);
    const said = inEnglish(reason);
    const clean = shorten(oneLine(scrub(said)), room);
    const words = wordsWith(clean === said ? reason : clean);
    return new Fault('upstream', words, {
      upstreamKind: kind,
      upstreamReason: clean,
      ...(status === undefined ? {} : { upstreamStatus: status }),
      ...(window === undefined ? {} : { window }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  };
}

/**
 * Message of a provider's error body: `error.message`, `error`, `message`, `detail` or `msg`, with the names of the
 * invalid fields that the body lists; otherwise its text.
 */
export function providerMessage<Fallback extends Words>(
  json: unknown,
  fallback: Fallback,
): string | Fallback {
  const body = withoutList(json);
  const message = ERROR_PATHS.map((path) => textAt(body, ...path)).find(
    (text) => text !== undefined && text.trim() !== '',
  );
  if (message === undefined) return fallback;
  // What a gateway was told by the provider behind it.
  const behind = textAt(body, 'error', 'metadata', 'raw');
  if (behind !== undefined && behind.trim() !== '') return `${message}: ${behind}`;
  const named = namedFields(body).filter((field) => !message.includes(field));
  return named.length === 0 ? message : `${message} (${named.join(', ')})`;
}

/** An error that is wrapped in a list of one, as Gemini sends it. */
export const withoutList = (body: unknown): unknown =>
  Array.isArray(body) && at(body, '0', 'error') !== undefined ? body[0] : body;

/** The fields at fault: `param` of the error, and `param` or `loc` of each entry of its lists. */
function namedFields(body: unknown): readonly string[] {
  const entries = ['detail', 'errors'].flatMap((list) => [
    ...listAt(body, list),
    ...listAt(body, 'error', list),
  ]);
  const named = [at(body, 'error'), body, ...entries.slice(0, MAX_NAMED)].flatMap((entry) => [
    textAt(entry, 'param') ?? '',
    textAt(entry, 'loc') ?? '',
    listAt(entry, 'loc')
      .filter((step) => step !== 'body')
      .slice(0, 6)
      .join('.'),
  ]);
  return [...new Set(named)].filter((field) => field !== '' && field.length <= 100);
}

const MAX_NAMED = 20;

/** Status inside an error body that was sent with HTTP 200 or in a stream. */
export function statusIn(json: unknown): number | undefined {
  const body = withoutList(json);
  const candidates = [
    at(body, 'error', 'code'),
    at(body, 'error', 'status'),
    at(body, 'code'),
    at(body, 'status'),
  ];
  return candidates.map(Number).find((code) => Number.isInteger(code) && code >= 400 && code <= 599);
}

/** A failed connection in plain words, its code and message as a detail; `undefined` for an error without a code. */
export function networkReason(error: unknown): Words | undefined {
  const code = textAt(error, 'code') ?? textAt(error, 'cause', 'code');
  if (code === undefined) return undefined;
  const said = error instanceof Error ? error.message : '';
  const detail = said === '' ? 'no message' : said;
  const known = networkCodes.get(code);
  if (known !== undefined) return explained(known, { detail });
  const [, kind] = codePatterns.find(([pattern]) => pattern.test(code)) ?? [];
  return explained(kind ?? 'network_failed', { code, detail });
}

/** Codes of Node and of its HTTP client. */
const networkCodes = new Map([
  ['ECONNREFUSED', 'network_refused' as const],
  ['ENOTFOUND', 'network_unresolved' as const],
  ['EAI_AGAIN', 'network_again' as const],
  ['ECONNRESET', 'network_reset' as const],
  ['UND_ERR_SOCKET', 'network_closed' as const],
  ['UND_ERR_CONNECT_TIMEOUT', 'network_slow' as const],
]);

/** Further codes, with those of TLS and of the parser of HTTP. */
const codePatterns = [
  [/^E(?:HOST|NET)(?:UNREACH|DOWN)$/, 'network_unreachable'],
  [/TIMEOUT|^ETIMEDOUT$/, 'network_late'],
  [/CERT|SELF_SIGNED|UNABLE_TO|CRL/, 'network_certificate'],
  [/^EPROTO$|SSL|TLS/, 'network_insecure'],
  [/^HPE_/, 'network_no_http'],
] as const;

const MAX_MESSAGE = 500;

const ERROR_PATHS = [
  ['error', 'message'],
  ['error', 'detail'],
  ['error'],
  ['message'],
  ['message', '0'],
  ['detail'],
  ['msg'],
  ['errors', '0', 'message'],
  ['detail', '0', 'msg'],
  ['error_msg'],
  ['base_resp', 'status_msg'],
  ['fault', 'faultstring'],
  ['title'],
];

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const shorten = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
