import { databaseUnavailable } from '../../../kit/database.ts';
import { isFault, type Fault } from '../../../kit/fault.ts';

/** Code of a network error (`ECONNREFUSED`) or of the server (SQLSTATE), `''` without one. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

/** The server, or a pooler, has no connection slot left; also of the Fault that says so. */
export function isFull(error: unknown): boolean {
  const cause: unknown = isFault(error) ? error.cause : error;
  return codeOf(cause) === '53300' || /no more connections allowed|too many clients/i.test(messageOf(cause));
}

/** A pooler accepts only the startup parameters that it knows. */
export const refusesStartParameters = (error: unknown): boolean =>
  /unsupported startup parameter/i.test(messageOf(error));

/** Reasons by error code, without addresses, since `/readyz` is public. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  '28P01': 'it refuses the password',
  '28000': 'it refuses the user',
  '3D000': 'it has no database of this name',
  '53300': 'it takes no more connections',
  '57014': 'a statement took too long',
  '57P01': 'it is shutting down',
  '57P02': 'it has crashed and restarts',
  '57P03': 'it is starting or stopping',
};

/** Reasons by message, since the driver's own errors have no codes. */
const driverReasons: readonly (readonly [RegExp, string])[] = [
  [/timeout exceeded when trying to connect/, 'every connection is in use'],
  [/timeout|timed out/i, 'it does not answer'],
  [/terminated|not queryable|closed the connection|server conn crashed/i, 'the connection was cut'],
  [/no more connections allowed|too many clients/i, 'it takes no more connections'],
];

/** Reason of an outage in a few words; `undefined` when the statement itself failed. */
export function outageOf(error: unknown): string | undefined {
  const code = codeOf(error);
  // A host name with several addresses fails with one error for each.
  if (error instanceof AggregateError) return outageOf(error.errors[0]);
  if (reasons[code]) return reasons[code];
  if (/^(08|57P)/.test(code)) return 'the connection was cut';
  // An SQLSTATE (five characters) comes from a working server.
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')) return undefined;
  return driverReasons.find(([pattern]) => pattern.test(messageOf(error)))?.[1];
}

/** The Fault of an outage; any other error, such as a violated constraint, is returned as it is. */
export function toFault(error: unknown): Fault | Error {
  if (isFault(error)) return error;
  const reason = outageOf(error);
  if (reason !== undefined) return databaseUnavailable(reason, error);
  return error instanceof Error ? error : new Error(String(error));
}
