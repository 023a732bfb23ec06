import type { TraceStage } from '../../contract/events.ts';

type Status = TraceStage['status'];

/** How a stage ended, in the words of whoever ran it. */
export interface StageEnd {
  readonly status?: Status;
  readonly statusLabel?: string;
  readonly detail?: string;
  readonly data?: unknown;
}

/** The stages of one answer, in the order they ended. */
export interface Trace {
  readonly stages: readonly TraceStage[];
  /** The clock of its stages, in epoch milliseconds. */
  readonly now: () => number;
  /** Runs a stage and records it; `end` words its result. A throw is recorded as `error` and goes on. */
  run<T>(name: string, label: string, work: () => Promise<T>, end: (result: T) => StageEnd): Promise<T>;
  /** Records a stage that took no time, or whose times are known. */
  add(name: string, label: string, end: StageEnd, startedAt?: number): void;
}

const statusLabels: Record<Status, string> = {
  ok: 'done',
  fallback: 'degraded',
  skipped: 'skipped',
  error: 'failed',
};

/** `onStage` sees each stage as it ends, so that a debug stream can show it live. */
export function createTrace(now: () => number, onStage: (stage: TraceStage) => void = () => {}): Trace {
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
      detail: end.detail ?? '',
      data: end.data ?? null,
    };
    stages.push(stage);
    onStage(stage);
  };
  return {
    stages,
    now,
    add,
    async run(name, label, work, end) {
      const startedAt = now();
      try {
        const result = await work();
        add(name, label, end(result), startedAt);
        return result;
      } catch (error) {
        add(
          name,
          label,
          { status: 'error', detail: error instanceof Error ? error.message : 'failed' },
          startedAt,
        );
        throw error;
      }
    },
  };
}
