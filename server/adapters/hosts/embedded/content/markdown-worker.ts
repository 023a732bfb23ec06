import { prepareMarkdown } from '../../../../markup/markdown-source.ts';
import { serveOperations } from '../../../../work/threads/thread-calls.ts';
import { bodyOf } from './article.ts';

/** Operations of the thread for long Markdown files. */
const operations = {
  plain: async ({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }) =>
    prepareMarkdown(bodyOf(path, bytes)),
};

export type MarkdownOperations = typeof operations;

serveOperations(operations);
