import type { ArticleHead, Host } from '../../ports/host.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** A block of an article, as needed for Markdown. */
interface TextBlock {
  readonly kind: string;
  readonly text: string;
  /** 1 to 6 for a heading, otherwise 0. */
  readonly level: number;
}

export interface ArticleTextDeps {
  readonly host: Pick<Host, 'article' | 'describe'>;
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly extract: (body: { format: 'html' | 'markdown'; text: string }) => readonly TextBlock[];
}

export type ArticleTexts = ReturnType<typeof articleTexts>;

/** The public articles as Markdown. */
export const articleTexts = ({ host, catalogue, extract }: ArticleTextDeps) => ({
  siteTitle: () => host.describe().siteTitle,

  /** Every public article, newest first. */
  async heads(): Promise<readonly ArticleHead[]> {
    const all = await catalogue.heads();
    return all
      .filter(({ visibility }) => visibility === 'public')
      .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));
  },

  /** The public article with this id or page path (with or without a trailing slash). */
  async at(pathOrId: string): Promise<ArticleHead | undefined> {
    const wanted = withoutSlash(pathOrId);
    const all = await catalogue.heads();
    const found = all.find(
      ({ id, url }) => id === pathOrId || (url !== '' && withoutSlash(decoded(url)) === wanted),
    );
    return found?.visibility === 'public' ? found : undefined;
  },

  /** The article as Markdown with its title; `undefined` when it is no longer public. */
  async markdown(head: ArticleHead, signal?: AbortSignal): Promise<string | undefined> {
    const article = await host.article(head.id, signal);
    if (!article || article.visibility !== 'public') return undefined;
    const text = article.body.format === 'markdown' ? article.body.text : markdownOf(extract(article.body));
    const body = text.trim();
    return `${/^#\s/.test(body) ? '' : `# ${article.title}\n\n`}${body}\n`;
  },
});

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path);

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

const markdownOf = (blocks: readonly TextBlock[]) =>
  blocks
    .map(({ kind, text, level }) => (kind === 'heading' ? `${'#'.repeat(Math.max(level, 1))} ${text}` : text))
    .join('\n\n');
