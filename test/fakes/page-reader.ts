import { operations } from '../../server/adapters/hosts/web/extract/operations.ts';
import type { Reader } from '../../server/adapters/hosts/web/extract/reader.ts';

/** Reads pages in the process of the test: a thread for each host takes longer to start than most tests run. */
export const readerInProcess: Reader = {
  page: operations.page,
  feed: operations.feed,
  close: () => Promise.resolve(),
};
