import type { TraceStage } from '../../contract/events.ts';
import { inField, type Words } from './explained.ts';
import { isFault } from './fault.ts';
import { reasonOf } from './reason.ts';
import { redact } from './redact.ts';

type Status = TraceStage['status'];

/** Result of a stage, as shown in a trace. */
export interface StageEnd {
  readonly status?: Status;
  readonly statusLabel?: string;
  readonly detail?: Words;
  readonly data?: unknown;
}

/** What a failed stage shows. */
interface FailedEnd {
  readonly error: unknown;
  readonly data?: unknown;
}

/** What serves in place of a stage that fails, unless `signal` has ended all of it. */
interface Otherwise<T> {
  readonly signal: AbortSignal;
  readonly otherwise: T;
  /** What the stage shows then; the reason alone by default. */
  readonly failed?: (reason: Words) => Pick<StageEnd, 'detail' | 'data'>;
}

/** The stages of one answer, in the order they ended. */
export interface Trace {
  readonly stages: readonly TraceStage[];
  /** Clock for stages, in epoch milliseconds. */
  readonly now: () => number;
  /** Runs a stage and records it; `end` describes its result. An error is recorded as `error` and thrown again. */
  run<T>(name: string, label: string, work: () => Promise<T>, end: (result: T) => StageEnd): Promise<T>;
  /** Runs a stage that may fail: it is recorded as `fallback` then, and something else serves. */
  attempt<T>(
    name: string,
    label: string,
    work: () => Promise<StageEnd & { readonly result: T }>,
    how: Otherwise<T>,
  ): Promise<T>;
  /** Records a stage that took no time, or one with known times. */
  add(name: string, label: string, end: StageEnd, startedAt?: number): void;
  /** Records a stage that failed, with the words of the failure. */
  fail(name: string, label: string, end: FailedEnd, startedAt: number): void;
  /** True when stages should include the full texts sent to models: a person is watching. They are not stored. */
  readonly isFull: boolean;
}

const statusLabels: Record<Status, string> = {
  ok: 'done',
  fallback: 'degraded',
  skipped: 'skipped',
  error: 'failed',
};

/** Creates a trace; `onStage` gets each stage as it ends, for live display in a debug stream. */
export function createTrace(
  now: () => number,
  onStage: (stage: TraceStage) => void = () => {},
  isFull = false,
): Trace {
  const stages: TraceStage[] = [];
  const add: Trace['add'] = (name, label, end, startedAt = now()) => {
    const finishedAt = now();
    const status = end.status ?? 'ok';
    const stage: TraceStage = {
      name,
      label,
      startedAt,
      finishedAt,
      durationMs: finishedAt - startedAt,
      status,
      statusLabel: end.statusLabel ?? statusLabels[status],
      ...inField('detail', end.detail ?? ''),
      data: end.data ?? null,
    };
    stages.push(stage);
    onStage(stage);
  };
  const fail: Trace['fail'] = (name, label, { error, data }, startedAt) =>
    add(name, label, { status: 'error', detail: failureOf(error), data }, startedAt);
  return {
    stages,
    now,
    add,
    fail,
    isFull,
    async attempt(name, label, work, { signal, otherwise, failed = (detail) => ({ detail }) }) {
      const startedAt = now();
      try {
        const { result, ...end } = await work();
        add(name, label, end, startedAt);
        return result;
      } catch (error) {
        signal.throwIfAborted();
        add(name, label, { status: 'fallback', ...failed(reasonOf(error)) }, startedAt);
        return otherwise;
      }
    },
    async run(name, label, work, end) {
      const startedAt = now();
      try {
        const result = await work();
        add(name, label, end(result), startedAt);
        return result;
      } catch (error) {
        fail(name, label, { error }, startedAt);
        throw error;
      }
    },
  };
}

function failureOf(error: unknown): Words {
  if (isFault(error)) return error.words;
  return error instanceof Error ? redact(error.message) : 'failed';
}
