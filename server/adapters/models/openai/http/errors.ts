import { Fault, type FaultDetails } from '../../../../kit/fault.ts';
import { createScrubber } from '../../secrets.ts';
import { at, textAt } from './json.ts';

/** A provider's failure; `retryAfterSeconds` as requested by the provider. */
export interface UpstreamFailure {
  readonly kind: NonNullable<FaultDetails['upstreamKind']>;
  readonly reason: string;
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export type ToFault = (failure: UpstreamFailure) => Fault;

/**
 * Creates the Faults `upstream` of one model. Messages have at most 500 characters and no keys. The original error is
 * not attached, since HTTP clients put requests, and with them keys, into theirs.
 */
export function createToFault(model: string, key: string | undefined): ToFault {
  const scrub = createScrubber(key);
  return ({ kind, reason, status, retryAfterSeconds }) => {
    const head = status === undefined ? `Model "${model}":` : `Model "${model}": HTTP ${status}:`;
    const message = shorten(`${head} ${oneLine(scrub(reason))}`);
    return new Fault('upstream', message, {
      upstreamKind: kind,
      ...(status === undefined ? {} : { upstreamStatus: status }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  };
}

/** Message of a provider's error body: `error.message`, `error`, `message`, `detail` or `msg`; otherwise its text. */
export function reasonOf(body: unknown, fallback: string): string {
  const message = ERROR_PATHS.map((path) => textAt(body, ...path)).find(
    (text) => text !== undefined && text.trim() !== '',
  );
  if (message === undefined) return fallback;
  const param = textAt(body, 'error', 'param');
  return param === undefined || message.includes(param) ? message : `${message} (${param})`;
}

/** Status inside an error body that was sent with HTTP 200 or in a stream. */
export function statusIn(body: unknown): number | undefined {
  const candidates = [
    at(body, 'error', 'code'),
    at(body, 'error', 'status'),
    at(body, 'code'),
    at(body, 'status'),
  ];
  return candidates.map(Number).find((code) => Number.isInteger(code) && code >= 400 && code <= 599);
}

/** Code and message of a failed connection, `undefined` for an error without a code. */
export function networkReason(error: unknown): string | undefined {
  const code = textAt(error, 'code') ?? textAt(error, 'cause', 'code');
  const message = error instanceof Error ? error.message : '';
  return code === undefined ? undefined : [code, message].filter((part) => part !== '').join(': ');
}

const MAX_MESSAGE = 500;

const ERROR_PATHS = [
  ['error', 'message'],
  ['error'],
  ['message'],
  ['detail'],
  ['msg'],
  ['errors', '0', 'message'],
  ['detail', '0', 'msg'],
];

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const shorten = (text: string) =>
  text.length <= MAX_MESSAGE ? text : `${text.slice(0, MAX_MESSAGE - 1).toWellFormed()}…`;
