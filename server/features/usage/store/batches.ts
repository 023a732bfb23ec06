import { yieldToEventLoop } from '../../../work/event-loop.ts';

/** Rows per statement, so that no statement blocks the process for long. */
export const batchSize = 2_000;

/** Repeats a change of at most `size` rows until fewer are changed, yielding in between. Returns the number of rows. */
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
