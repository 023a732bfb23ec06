import { prepareMarkdown } from '../../../../markup/markdown-source.ts';
import { serveOperations } from '../../../../work/threads/thread-calls.ts';
import { bodyOf } from './article.ts';
import { renderMarkdown } from './markdown.ts';

interface Text {
  readonly text: string;
  readonly title: string;
}

/** Operations of the thread for long Markdown files. */
const operations = {
  plain: async ({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }) =>
    prepareMarkdown(bodyOf(path, bytes)),

  /** Addresses of the links and pictures of an article. */
  async addresses({ text, title }: Text): Promise<readonly string[]> {
    const found = new Set<string>();
    renderMarkdown(text, title, (address) => void found.add(address));
    return [...found];
  },

  render: async ({
    text,
    title,
    resolved,
  }: Text & { readonly resolved: ReadonlyMap<string, string | undefined> }) =>
    renderMarkdown(text, title, (address) => resolved.get(address)),
};

export type MarkdownOperations = typeof operations;

serveOperations(operations);
