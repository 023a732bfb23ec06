import { Fault } from './fault.ts';

/** Failure as a sentence for administrators: the message of a Fault; no details of a bug. */
export function reasonOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? 'It took too long'
    : 'It failed unexpectedly';
}
