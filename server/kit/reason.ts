import { Fault } from './fault.ts';

/** Why a step failed, in words an administrator may read: those of an expected failure, nothing of a bug. */
export function reasonOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? 'It took too long'
    : 'It failed unexpectedly';
}
