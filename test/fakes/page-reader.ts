import { readFeed } from '../../server/adapters/hosts/web/extract/read-feed.ts';
import { readPage } from '../../server/adapters/hosts/web/extract/read-page.ts';
import type { Reader } from '../../server/adapters/hosts/web/extract/reader.ts';

/** Reads pages in the process of the test: a thread for each host takes longer to start than most tests run. */
export const readerInProcess: Reader = {
  page: async (source) => readPage(source),
  feed: async (text) => readFeed(text),
  close: () => Promise.resolve(),
};
