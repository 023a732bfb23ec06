import type { TableSize } from '../../../kit/database.ts';
import { createThread } from '../../../work/threads/thread.ts';
import type { TableSizesOperations } from './table-sizes-worker.ts';

/** Sizes of the tables of a file, the largest first; read in a thread, since a large file takes seconds. */
export async function fileSizes(path: string): Promise<readonly TableSize[]> {
  const thread = createThread<TableSizesOperations>({
    module: new URL('./table-sizes-worker.ts', import.meta.url),
    name: 'the sizes of the tables',
  });
  try {
    return await thread.run('read', path);
  } finally {
    await thread.close();
  }
}
