import { prepareMarkdown } from '../../../../markup/markdown-source.ts';
import { createWorkerPool } from '../../../../work/threads/worker-pool.ts';
import { bodyOf } from './article.ts';
import type { Resolve } from './links.ts';
import type { Rendered } from './markdown.ts';
import type { MarkdownOperations } from './markdown-worker.ts';

/** Longer texts (in bytes, or in characters) are read in a thread: a megabyte takes up to 0.1 s. */
const long = 200_000;

/** Converts and renders Markdown, long texts in a thread, so that they hold up no request. */
export function createMarkdownThreads() {
  const threads = createWorkerPool<MarkdownOperations>({
    module: new URL('./markdown-worker.ts', import.meta.url),
    name: 'reading Markdown files',
    size: 1,
  });
  const never = new AbortController().signal;
  return {
    /** The text of a file after the front matter as plain Markdown. Throws the Faults of threads. */
    plain: async (path: string, bytes: Uint8Array): Promise<string> =>
      bytes.length > long
        ? threads.run('plain', { path, bytes }, never)
        : prepareMarkdown(bodyOf(path, bytes)),

    /** An article's text as sanitised HTML. Throws the Faults of threads. */
    async render(text: string, title: string, resolve: Resolve): Promise<Rendered> {
      if (text.length > long) {
        // The thread does not know the site: it names the addresses first.
        const addresses = await threads.run('addresses', { text, title }, never);
        const resolved = new Map(addresses.map((address) => [address, resolve(address)]));
        return threads.run('render', { text, title, resolved }, never);
      }
      // On demand: rendering and its sanitiser are not needed to start.
      const { renderMarkdown } = await import('./markdown.ts');
      return renderMarkdown(text, title, resolve);
    },

    close: () => threads[Symbol.asyncDispose](),
  };
}

export type MarkdownThreads = ReturnType<typeof createMarkdownThreads>;
