import { withoutEmbeddedData } from '../../markup/embedded-data.ts';
import type { Article, ArticleHead, Host } from '../../ports/host.ts';
import { sha256 } from '../../kit/ids.ts';
import { sourceOf } from '../../kit/records/source-ids.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { withoutEnd } from '../../kit/scan/edges.ts';
import { createKeptTexts } from './kept-texts.ts';
import { withWholeLinks } from './linked-marks.ts';
import { siteBase } from './site-address.ts';

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
  /** An article of another source by its id or the whole address of its page. */
  readonly ofSource?: ((name: string) => Promise<Article | undefined>) | undefined;
  readonly extract: (body: { format: 'html' | 'markdown'; text: string }) => Promise<readonly TextBlock[]>;
}

export type ArticleTexts = ReturnType<typeof articleTexts>;

/** The public articles as Markdown. */
export const articleTexts = ({
  host,
  catalogue,
  extract,
  ofSource = async () => undefined,
}: ArticleTextDeps) => ({
  siteTitle: () => host.describe().siteTitle,

  listing: createListing(catalogue),

  /** The public article with this id or page path (with or without a trailing slash). */
  async at(pathOrId: string): Promise<ArticleHead | undefined> {
    const wanted = withoutSlash(pathOrId);
    const all = await catalogue.heads();
    const found = all.find(
      ({ id, url }) => id === pathOrId || (url !== '' && withoutSlash(decoded(url)) === wanted),
    );
    return found?.visibility === 'public' ? found : undefined;
  },

  /**
   * Finds a public article by its id or by any form of its address: absolute, as a path with or without the leading slash, the address of
   * its Markdown, or only the last segment of its path when that is unique.
   */
  async named(name: string): Promise<ArticleHead | undefined> {
    const asked = name.trim();
    const found = (await ofSource(asked)) ?? (await this.at(asked));
    if (found) return found;
    const url = /^https?:/i.test(asked) ? URL.parse(asked)?.pathname : asked.replace(/[?#].*$/s, '');
    const path = decoded(url ?? '').replace(/\.md$/i, '');
    const byPath = await this.at(path.startsWith('/') ? path : `/${path}`);
    if (byPath) return byPath;
    const slug = lastPart(path);
    if (slug === '' || path.includes('/', 1)) return undefined;
    const { heads } = await this.listing();
    const alike = heads.filter(({ url: other }) => lastPart(decoded(other)) === slug);
    return alike.length === 1 ? alike[0] : undefined;
  },

  markdown: createMarkdown({ host, extract, ofSource }),
});

function createMarkdown({
  host,
  extract,
  ofSource,
}: Required<Pick<ArticleTextDeps, 'extract' | 'ofSource'>> & Pick<ArticleTextDeps, 'host'>) {
  const kept = createKeptTexts(async (head: ArticleHead): Promise<string | undefined> => {
    const article = await (sourceOf(head.id) === undefined ? host.article(head.id) : ofSource?.(head.id));
    if (!article || article.visibility !== 'public') return undefined;
    const text =
      article.body.format === 'markdown'
        ? withoutEmbeddedData(article.body.text)
        : markdownOf(await extract(article.body));
    const body = text.trim();
    return `${/^#\s/.test(body) ? '' : `# ${article.title}\n\n`}${body}\n`;
  });
  /**
   * The article as Markdown with its title, links to pages of the site whole; `undefined` when it is no longer public. Cached by revision.
   * `origin` is the address of the service.
   */
  return async (head: ArticleHead, origin: string): Promise<string | undefined> => {
    const text = await kept(head);
    return text && withWholeLinks(text, siteBase(host, origin));
  };
}

/** Every public article, newest first. */
export interface Listing {
  readonly heads: readonly ArticleHead[];
  /** Unchanged while none of the articles changes. */
  readonly version: string;
}

/** Creates the list; sorting and comparing is done once per list of the catalogue. */
function createListing(catalogue: Pick<Catalogue, 'heads'>): () => Promise<Listing> {
  let last: { readonly all: readonly ArticleHead[]; readonly listing: Listing } | undefined;
  return async () => {
    const all = await catalogue.heads();
    if (last?.all === all) return last.listing;
    const heads = all
      .filter(({ visibility, isUnlisted }) => visibility === 'public' && isUnlisted !== true)
      .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));
    const version = sha256(
      JSON.stringify(
        heads.map(({ id, revision, url, title, excerpt }) => [id, revision, url, title, excerpt]),
      ),
    );
    last = { all, listing: { heads, version } };
    return last.listing;
  };
}

const withoutSlash = (path: string) => (path.length > 1 ? withoutEnd(path, /\//) : path);

const lastPart = (path: string): string => withoutSlash(path).split('/').at(-1) ?? '';

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
