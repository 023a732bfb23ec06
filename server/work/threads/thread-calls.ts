import { parentPort } from 'node:worker_threads';
import type { FaultCode } from '../../../contract/faults.ts';
import type { Words } from '../../kit/explained.ts';
import { Fault } from '../../kit/fault.ts';

/**
 * Operations of a thread by name. Input and output are plain data; byte arrays that own their buffer are transferred.
 */
export type Operations = Readonly<Record<string, (input: never) => Promise<unknown>>>;

export type InputOf<O extends Operations, K extends keyof O> = Parameters<O[K]>[0];
export type OutputOf<O extends Operations, K extends keyof O> = Awaited<ReturnType<O[K]>>;

/** A thread's reply to the call with the same id. */
export interface Answer {
  readonly id?: number;
  readonly value: never;
  readonly fault?: { readonly code: FaultCode; readonly words: Words };
  readonly bug?: string;
}

/** In the build, where all modules lie in one folder, the module of a worker ends with `.js`. */
export const runnable = (module: URL) =>
  import.meta.url.endsWith('.js') ? new URL(module.href.replace(/\.ts$/, '.js')) : module;

/** Settles a call: the value, the operation's own Fault, or an error with the thread's stack. */
export function settle(
  call: { readonly resolve: (value: never) => void; readonly reject: (reason: unknown) => void },
  { value, fault, bug }: Answer,
): void {
  if (fault) call.reject(new Fault(fault.code, fault.words));
  else if (bug !== undefined) call.reject(new Error(`In a thread: ${bug}`));
  else call.resolve(value);
}

/** Answers the calls of the main thread; to be called in the worker. */
export function serveOperations(operations: Operations): void {
  parentPort?.on('message', (work: Work) => void perform(operations, work));
}

interface Work {
  readonly id?: number;
  readonly name: string;
  readonly input: never;
}

async function perform(operations: Operations, { id, name, input }: Work): Promise<void> {
  const answer = { ...(await answerTo(operations, name, input)), id };
  const moved = 'value' in answer && answer.value instanceof Uint8Array ? [answer.value.buffer] : [];
  parentPort?.postMessage(
    answer,
    moved.filter((buffer) => buffer instanceof ArrayBuffer),
  );
}

async function answerTo(operations: Operations, name: string, input: never) {
  try {
    return { value: await operations[name]?.(input) };
  } catch (error) {
    if (error instanceof Fault) return { fault: { code: error.code, words: error.words } };
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
