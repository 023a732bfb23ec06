import { notFound } from '../../server/kit/fault.ts';
import { sha256 } from '../../server/kit/ids.ts';
import type { Article, Host, StoredImage, Term } from '../../server/ports/host.ts';

/** Fields of a fake article; the others get defaults. */
export interface FakeArticle {
  readonly id: string;
  readonly title?: string;
  readonly url?: string;
  readonly text: string;
  readonly format?: 'markdown' | 'html';
  readonly tags?: readonly string[];
  readonly categories?: readonly string[];
  readonly publishedAt?: string;
  readonly visits?: number;
  readonly visibility?: 'public' | 'limited';
  readonly excerpt?: string;
  readonly isUnlisted?: true;
}

/** A host in memory that a test can change; every change calls the hints back. */
export interface FakeHost extends Host {
  publish(...articles: readonly FakeArticle[]): void;
  unpublish(id: string): void;
  /** Lets the next reads of an article fail. */
  breakArticle(id: string, error: Error, times?: number): void;
  readonly images: ReadonlyMap<string, Uint8Array>;
}

const term = (name: string): Term => ({ name, slug: name.toLowerCase().replaceAll(' ', '-') });

export function createFakeHost(given: readonly FakeArticle[]): FakeHost {
  const articles = new Map<string, Article>();
  const broken = new Map<string, { readonly error: Error; times: number }>();
  const images = new Map<string, Uint8Array>();
  const hints = new Set<() => void>();
  const hint = () => {
    for (const callback of hints) callback();
  };
  const put = (article: FakeArticle) => articles.set(article.id, toArticle(article));
  for (const article of given) put(article);

  return {
    images,
    publish(...more) {
      for (const article of more) put(article);
      hint();
    },
    unpublish(id) {
      articles.delete(id);
      hint();
    },
    breakArticle: (id, error, times = 1) => void broken.set(id, { error, times }),
    describe: () => ({
      kind: 'embedded',
      version: 'fake',
      siteTitle: 'Fake site',
      siteTitles: { zh: '测试站点' },
      canWriteExcerpts: true,
      maxExcerptLength: null,
      countsVisits: true,
      canDeleteImages: true,
    }),
    async *heads(signal) {
      for (const article of articles.values()) {
        signal?.throwIfAborted();
        yield article;
      }
    },
    async article(id, signal) {
      signal?.throwIfAborted();
      const fault = broken.get(id);
      if (fault && fault.times-- > 0) throw fault.error;
      return articles.get(id);
    },
    async writeExcerpt(id, excerpt) {
      const article = articles.get(id);
      if (!article) throw notFound('Article');
      const revision = sha256(article.revision + excerpt);
      articles.set(id, { ...article, excerpt, revision, excerptIsManual: false });
      return revision;
    },
    identify: async () => ({ kind: 'anonymous' }),
    imagePolicies: async () => [{ id: 'local', label: 'Local', isDefault: true }],
    async putImage({ bytes, fileName }): Promise<StoredImage> {
      const url = `/upload/${images.size}-${fileName}`;
      images.set(url, bytes);
      return { id: url, url };
    },
    getImage: async (url) => images.get(url),
    deleteImage: async (id) => void images.delete(id),
    onChange(callback) {
      hints.add(callback);
      return { close: () => void hints.delete(callback) };
    },
    health: async () => ({ ok: true, reason: '' }),
    close: async () => hints.clear(),
  };
}

function toArticle({
  id,
  text,
  title = id,
  format = 'markdown',
  tags = [],
  categories = [],
  ...more
}: FakeArticle): Article {
  const publishedAt = more.publishedAt ?? '2026-01-01T00:00:00.000Z';
  return {
    id,
    title,
    revision: sha256(JSON.stringify([title, text, format, tags, categories, more])),
    url: more.url ?? `/archives/${id}`,
    tags: tags.map(term),
    categories: categories.map(term),
    publishedAt,
    createdAt: publishedAt,
    modifiedAt: publishedAt,
    visits: more.visits ?? 0,
    excerpt: more.excerpt ?? '',
    excerptIsManual: more.excerpt !== undefined,
    visibility: more.visibility ?? 'public',
    ...(more.isUnlisted && { isUnlisted: true as const }),
    body: { format, text },
  };
}
