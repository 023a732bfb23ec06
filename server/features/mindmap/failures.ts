import { isFault } from '../../kit/fault.ts';
import { reasonOf } from '../../kit/reason.ts';
import type { Log } from '../../ports/log.ts';

/** So many calls may fail one after the other; more would only cost. */
export const failuresInARow = 5;

/** The model, its provider or a limit failed, which the next article would meet as well. */
export const isProviderFailure = (error: unknown): boolean =>
  isFault(error, 'upstream') || isFault(error, 'limited') || isFault(error, 'unavailable');

/** Why an article got no map, for the administrator. Anything but a Fault is a bug and logged. */
export function failureOf(error: unknown, log: Log): string {
  if (!isFault(error)) log.error({ err: error }, 'a mind map failed unexpectedly');
  return reasonOf(error);
}
