import { LRUCache } from 'lru-cache';
import type { ReadArticle } from '../article-repository.ts';
import { createResolver } from '../content/links.ts';
import type { Rendered } from '../content/markdown.ts';
import type { MarkdownThreads } from '../content/markdown-threads.ts';
import type { Site } from './site.ts';

/** Renders articles and keeps the results, `budget` characters of HTML at most; what many ask for at once is rendered once. */
export function createRenderings(render: MarkdownThreads['render'], budget: number) {
  const kept = new LRUCache<string, Rendered>({
    maxSize: budget,
    sizeCalculation: ({ html }) => html.length + 1,
  });
  const going = new Map<string, Promise<Rendered>>();
  return {
    /** The rendered text of an article; `key` changes with the text and with what its links lead to. */
    async of(key: string, { article, text }: ReadArticle, site: Site): Promise<Rendered> {
      const known = kept.get(key);
      if (known) return known;
      const rendering =
        going.get(key) ??
        render(text, article.metadata.title, createResolver(article, site)).finally(() => going.delete(key));
      going.set(key, rendering);
      const rendered = await rendering;
      kept.set(key, rendered);
      return rendered;
    },
  };
}
