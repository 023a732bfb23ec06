import { explained, type Words } from './explained.ts';
import { Fault, isTimeout } from './fault.ts';

/** Failure as a sentence for administrators: the words of a Fault; no details of a bug. */
export function reasonOf(error: unknown): Words {
  if (error instanceof Fault) return error.words;
  return isTimeout(error) ? explained('took_too_long') : explained('failed_unexpectedly');
}
