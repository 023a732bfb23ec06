import { availableParallelism } from 'node:os';
import type { ArticleChunks, IndexChunk } from '../../../../ports/search-index.ts';
import { createThread, type Thread } from '../../../../work/thread.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';
import type { ReadableChunk } from './article-reader.ts';
import { createPutBatch } from './put-batch.ts';
import type { ReadBatch } from './read-batch.ts';
import type { ReadingOperations } from './reading-operations.ts';

/** Puts the articles of a whole site into an index. */
export interface Loading {
  /** Takes more articles; waits while too many are being read. Rejects when a thread has died. */
  add(articles: readonly ArticleChunks[]): Promise<void>;
  /** Resolves when all are in. */
  end(): Promise<void>;
  /** Ends the threads; what was not put in yet is dropped. */
  stop(): Promise<void>;
}

export interface LoadingOptions {
  /** Threads that read texts; 0 reads them here. */
  readonly threads?: number;
  /** Chunks that are read here before threads are started. */
  readonly few?: number;
  /** Chunks that a thread reads at once; by default some twenty milliseconds of work. */
  readonly atOnce?: number;
}

/**
 * Texts are read in threads beside this one, which puts the counted terms in, in the order of the articles: the index is the same
 * to the byte as one that was built in one thread. A small site is read here.
 */
export function createLoading(
  index: Pick<InvertedIndex, 'replace' | 'terms' | 'vocabulary'>,
  {
    threads = Math.min(mostThreads, availableParallelism() - 1),
    few = 2_000,
    atOnce = 128,
  }: LoadingOptions = {},
): Loading {
  const putBatch = createPutBatch(index);
  let readers: Thread<ReadingOperations>[] = [];
  let sent = 0;
  let chunks = 0;
  let waiting: ArticleChunks[] = [];
  let waitingChunks = 0;
  const reading: Reading[] = [];

  const open = () =>
    Array.from({ length: threads }, () =>
      createThread<ReadingOperations>({
        module: new URL('./reading-worker.ts', import.meta.url),
        name: 'reading texts for the index',
      }),
    );
  const send = () => {
    const articles = waiting;
    waiting = [];
    waitingChunks = 0;
    sent++;
    // One thread alone reads more slowly than this one puts in.
    if (threads === 1 && sent % ownTurn === 0) return void reading.push({ articles });
    if (readers.length === 0) readers = open();
    const reader = sent % readers.length;
    const texts = articles.flatMap(({ chunks: parts }) => (parts.length > 0 ? [parts.map(readable)] : []));
    const batch = readers[reader]?.run('read', texts);
    // Its failure is thrown when its turn comes.
    batch?.catch(() => undefined);
    reading.push({ articles, reader, batch });
  };
  const putOldest = async () => {
    const { articles = [], reader = 0, batch } = reading.shift() ?? {};
    if (batch) putBatch(reader, articles, await batch);
    else for (const { articleId, chunks: parts } of articles) index.replace(articleId, parts, 'loading');
  };
  const stop = async () => {
    const ending = readers;
    readers = [];
    await Promise.all(ending.map((reader) => reader.close()));
  };

  return {
    async add(articles) {
      for (const article of articles) {
        const { articleId, chunks: parts } = article;
        if (chunks < few || threads < 1) {
          chunks += parts.length;
          index.replace(articleId, parts, 'loading');
          continue;
        }
        waiting.push(article);
        waitingChunks += parts.length;
        if (waitingChunks < atOnce) continue;
        send();
        if (reading.length > 2 * threads) await putOldest();
      }
    },
    async end() {
      if (waiting.length > 0) send();
      while (reading.length > 0) await putOldest();
      await stop();
    },
    stop,
  };
}

/** Articles on their way into the index: those without a batch are read when their turn comes. */
interface Reading {
  readonly articles: readonly ArticleChunks[];
  readonly reader?: number;
  readonly batch?: Promise<ReadBatch> | undefined;
}

const readable = ({ title, headingPath, tags, keywords, text }: IndexChunk): ReadableChunk => ({
  title,
  headingPath,
  tags,
  text,
  ...(keywords && { keywords }),
});

/** Of so many batches this thread reads one itself. */
const ownTurn = 16;

/** Two threads read faster than this one puts in. */
const mostThreads = 2;
