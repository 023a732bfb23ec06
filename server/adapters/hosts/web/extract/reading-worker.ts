import { serveOperations } from '../../../../work/threads/thread-calls.ts';
import { readFeed } from './read-feed.ts';
import { readPage, type PageSource } from './read-page.ts';

/** Operations of the extraction thread. */
const operations = {
  page: async (source: PageSource) => readPage(source),
  feed: async (text: string) => readFeed(text),
};

export type ReadingOperations = typeof operations;

serveOperations(operations);
