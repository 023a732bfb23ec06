import { readFeed } from './read-feed.ts';
import { readPage, type PageSource } from './read-page.ts';

/** Operations of the extraction thread. */
export const operations = {
  page: async (source: PageSource) => readPage(source),
  feed: async (text: string) => readFeed(text),
};
