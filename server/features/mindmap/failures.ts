import { isFault } from '../../kit/fault.ts';
import { reasonOf } from '../../kit/reason.ts';
import type { Log } from '../../ports/log.ts';
import { type Words } from '../../kit/explained.ts';

/** Maximum of consecutive failures; more would only cost. */
export const failuresInARow = 5;

/** True when the model, its provider or a limit failed, which would affect the next article too. */
export const isProviderFailure = (error: unknown): boolean =>
  isFault(error, 'upstream') || isFault(error, 'limited') || isFault(error, 'unavailable');

/** Error message for the administrator. Anything but a Fault is a bug and logged. */
export function failureMessage(error: unknown, log: Log): Words {
  if (!isFault(error)) log.error({ err: error }, 'a mind map could not be generated');
  return reasonOf(error);
}
