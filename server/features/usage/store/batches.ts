import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Rows that one statement changes, so that no statement holds the process for long. */
export const batchSize = 2_000;

/** Runs a change of at most `size` rows until it finds fewer; the event loop breathes in between. Returns the rows changed. */
export async function inBatches(change: (size: number) => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const changed = await change(batchSize);
    total += changed;
    if (changed < batchSize) return total;
    await yieldToEventLoop();
  }
}

export const deleteInBatches = (
  remove: (size: number) => Promise<{ readonly numDeletedRows: bigint }>,
): Promise<number> => inBatches(async (size) => Number((await remove(size)).numDeletedRows));
