import { explained } from '../../../kit/explained.ts';
import { conflict, Fault, unavailable } from '../../../kit/fault.ts';
import type { Jobs } from '../../../work/jobs.ts';
import { unlessAborted } from '../../../work/unless-aborted.ts';
import { BatchInput, BatchState, type Batch } from './batch-state.ts';
import { createRunBatch, type RunBatchDeps } from './run-batch.ts';
import type { BatchItem } from '../store/items.ts';

/** An ended batch with its articles. */
export interface BatchEnd {
  readonly batch: Batch;
  readonly items: readonly BatchItem[];
}

/** Batches of excerpts, run as one durable job at a time. */
export interface Batches {
  /**
   * Starts a batch and waits for its end; it also ends when the client leaves. Throws `busy` while another one is
   * running, `conflict` when the host cannot store excerpts, `unavailable` when the service stops: the next process
   * then resumes the batch.
   */
  run(input: Omit<BatchInput, 'askedAt'>, signal: AbortSignal): Promise<BatchEnd>;
  /** The running batch, otherwise the last one. */
  latest(): Promise<Batch | undefined>;
  ended(batch: Batch, page: number, size: number): Promise<readonly BatchItem[]>;
  /** Throws `conflict` when none is running. */
  cancel(): Promise<void>;
}

/** Number of batches whose articles are kept. */
const remembered = 5;

export interface BatchDeps extends RunBatchDeps {
  readonly jobs: Pick<Jobs, 'kind'>;
  readonly now: () => number;
}

export function createBatches(deps: BatchDeps): Batches {
  const { editor, items } = deps;
  const runBatch = createRunBatch(deps, async () => (await jobs.list(remembered)).map(({ id }) => id));

  const jobs = deps.jobs.kind<BatchInput, BatchState>({
    name: 'excerpts',
    input: BatchInput,
    state: BatchState,
    initial: () => ({
      planned: false,
      total: 0,
      success: 0,
      skipped: 0,
      failed: 0,
      calls: 0,
      currentTitle: '',
    }),
    run: runBatch,
    interrupted: 'resume',
    maxRunning: 1,
    keep: { entries: remembered },
    busy: { full: explained('excerpt_busy') },
  });

  return {
    async run(input, signal) {
      editor.assertWritable();
      const { id } = await jobs.submit({ ...input, askedAt: deps.now() });
      await unlessAborted(signal, () => jobs.settled(id)).catch(() => undefined);
      const batch = await jobs.read(id);
      if (!batch || batch.status === 'running') throw unavailable(explained('excerpt_goes_on'));
      if (batch.status === 'failed') throw new Fault('unavailable', batch.error);
      return { batch, items: await items.all(id) };
    },
    latest: async () => (await jobs.running())[0] ?? (await jobs.list(1))[0],
    ended: (batch, page, size) => items.ended(batch.id, page, size),
    async cancel() {
      const [running] = await jobs.running();
      if (!running) throw conflict(explained('excerpt_idle'));
      await jobs.cancel(running.id);
    },
  };
}
