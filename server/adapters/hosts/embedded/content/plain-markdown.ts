import { prepareMarkdown } from '../../../../markup/markdown-source.ts';
import { createWorkerPool } from '../../../../work/threads/worker-pool.ts';
import { bodyOf } from './article.ts';
import type { MarkdownOperations } from './markdown-worker.ts';

/** Files of more bytes are converted in a thread: a megabyte takes up to 0.1 s. */
const longFile = 200_000;

/** Converts the Markdown of files to plain Markdown, that of long ones in a thread, so that they hold up no request. */
export function createPlainMarkdown() {
  const threads = createWorkerPool<MarkdownOperations>({
    module: new URL('./markdown-worker.ts', import.meta.url),
    name: 'reading Markdown files',
    size: 1,
  });
  const never = new AbortController().signal;
  return {
    /** The text after the front matter. Throws the Faults of threads. */
    of: async (path: string, bytes: Uint8Array): Promise<string> =>
      bytes.length > longFile
        ? threads.run('plain', { path, bytes }, never)
        : prepareMarkdown(bodyOf(path, bytes)),
    close: () => threads[Symbol.asyncDispose](),
  };
}
