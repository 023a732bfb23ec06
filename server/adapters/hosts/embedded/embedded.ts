import { isRecent } from '../../../kit/calendar.ts';
import { interfaceLanguageOf } from '../../../../contract/site/interface-language.ts';
import { basename, join, resolve } from 'node:path';
import { explained } from '../../../kit/explained.ts';
import { invalid, notFound } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ArticleHead, Host, HostDescription } from '../../../ports/host.ts';
import type { Log } from '../../../ports/log.ts';
import type { Listed } from './catalogue.ts';
import { withDocuments } from '../../documents/with-documents.ts';
import { createFolderDocuments } from './documents.ts';
import { createHints } from '../remote/hints.ts';
import { headOf } from './heads.ts';
import { createImages, uploadPath } from './images.ts';
import { createArticleRepository } from './article-repository.ts';
import { answersAgain } from './content/patient-disk.ts';
import { createPages, type PageRequest } from './pages.ts';
import type { Site } from './pages/site.ts';
import { createSavedArticles } from './saved-articles.ts';
import { readSiteSettings, type SiteSettings } from './site-settings.ts';
import { createMemoryStores, type Stores } from './stores.ts';
import { createYieldEvery } from '../../../work/event-loop.ts';
import { watchFolder, type WatchRules } from './watch.ts';

export interface EmbeddedHostDeps {
  /** Folder of Markdown files to publish. */
  readonly contentDir: string;
  /** Folder for what was read of the files. */
  readonly dataDir: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Stores of views, excerpts and images; without them all are lost at the end. */
  readonly stores?: Stores;
  readonly watch?: WatchRules;
  /** True where the folder is read once and the host then closed: its files are not watched, which for a large one is most of the work. */
  readonly isReadOnce?: boolean;
  /** Address of the page of a file where another service publishes them; their own pages here unless given. */
  readonly urlOf?: (path: string) => string;
  /** The same for a document; with it the host is `whole` when all documents have been read. */
  readonly documentUrlOf?: (path: string) => string;
}

/** Heads of articles are made for so long at once. */
const heldMs = 10;
/** Delay of the first scan, unless a request comes before; with many files it takes seconds. */
const firstReadMs = 2000;
/** Maximum length of an excerpt, in UTF-16 units. */
const maxExcerptLength = 2000;

/**
 * A host that publishes a folder of Markdown and serves its pages. The files are never written; unreadable ones are
 * left out and reported by the log and `health`. While the folder itself cannot be read, articles are `unavailable`.
 * The first request scans the folder, so that it does not delay the start.
 */
export const createEmbeddedHost = async (deps: EmbeddedHostDeps): Promise<Host> => {
  const { log, clock, dataDir } = deps;
  const root = resolve(deps.contentDir);
  // Before the watch begins, whose first look may come while a slow disk is waited for.
  let settings = await readSiteSettings(root, basename(root));
  const saved = createSavedArticles({ path: join(dataDir, 'index', 'articles.jsonl'), root, log });
  const watch = deps.isReadOnce ? undefined : watchFolder(() => look(), log, deps.watch);
  const repository = createArticleRepository({ root, log, clock, saved, watched: watch?.folders });
  const stores = deps.stores ?? createMemoryStores();
  const { visits, excerpts } = stores;
  const images = createImages(stores.images, clock);
  const views = recent(() => visits.load(), clock);
  const hints = createHints();
  const documents = createFolderDocuments({
    root,
    dataDir,
    log,
    found: repository.documents,
    changed: hints.tell,
    urlOf: deps.documentUrlOf,
  });
  let hasLooked = false;
  let firstRead: Promise<unknown> | undefined;
  const read = (): Promise<unknown> => (firstRead ??= repository.refresh().then(documents.look));
  const soon = setTimeout(() => void read(), firstReadMs).unref();

  const { urlOf } = deps;
  const placed = (article: Listed): Listed =>
    urlOf ? { ...article, url: urlOf(article.file.path) } : article;
  const headWith = async (): Promise<(article: Listed) => ArticleHead> => {
    const [counts, written] = await Promise.all([views(), excerpts.load()]);
    return (article) => headOf(placed(article), counts.get(article.id) ?? 0, written.get(article.id));
  };
  const siteFor = async ({ language, origin, hasMarkdown = false }: PageRequest): Promise<Site> => ({
    language: interfaceLanguageOf(language),
    origin,
    hasMarkdown,
    settings,
    catalogue: await repository.catalogue(),
    hasMedia: (path) => repository.hasMedia(path),
    head: await headWith(),
  });
  const look = async () => {
    // Earlier changes are unknown, so the first scan always counts as a change.
    const isFirst = !hasLooked;
    hasLooked = true;
    await read();
    const hasChanged = (await repository.refresh()) || isFirst;
    settings = await readSiteSettings(root, basename(root));
    documents.look();
    if (hasChanged) hints.tell();
    void answersAgain(root)?.then(() => watch?.soon());
  };

  const pages = createPages({ repository, images, siteFor, countVisit: (id) => visits.add(id) });

  const host: Host = {
    describe: () => describe(settings),
    async *heads(signal) {
      await read();
      signal?.throwIfAborted();
      const { articles } = await repository.catalogue();
      const head = await headWith();
      const breathe = createYieldEvery(heldMs, signal);
      for (const article of articles) {
        await breathe();
        yield head(article);
      }
    },
    async article(id, signal) {
      await read();
      signal?.throwIfAborted();
      const found = await repository.read(id);
      if (!found) return undefined;
      const [counts, written] = await Promise.all([views(), excerpts.get(id)]);
      signal?.throwIfAborted();
      const head = headOf(placed(found.article), counts.get(id) ?? 0, written);
      return { ...head, body: { format: 'markdown', text: found.text } };
    },
    async writeExcerpt(id, excerpt, { signal }) {
      await read();
      signal?.throwIfAborted();
      const article = (await repository.catalogue()).byId.get(id);
      if (!article) throw notFound('Article');
      const text = excerpt.trim();
      if (text.length > maxExcerptLength)
        throw invalid(explained('excerpt_long', { length: maxExcerptLength }));
      await excerpts.set(id, text);
      return headOf(article, 0, text === '' ? undefined : text).revision;
    },
    identify: async () => ({ kind: 'anonymous' }),
    imagePolicies: async () => images.policies,
    putImage: (image, policyId, ownerMark) => images.put(image, policyId, ownerMark),
    getImage: async (url, signal) => {
      signal?.throwIfAborted();
      return (await images.get(nameIn(url)))?.bytes;
    },
    deleteImage: (id) => images.delete(id),
    onChange: hints.onChange,
    async page(request, signal) {
      await read();
      return pages(request, signal);
    },
    problems: () => repository.problems(),
    async health() {
      await read();
      return repository.health();
    },
    async close() {
      clearTimeout(soon);
      hints.close();
      await watch?.close();
      await firstRead;
      await repository.close();
      await stores.close?.();
    },
  };
  const whole = () => read().then(documents.whole);
  return { ...withDocuments(host, documents), ...(deps.documentUrlOf && { whole }) };
};

const describe = ({ title }: SiteSettings): HostDescription => ({
  kind: 'embedded',
  version: '1',
  siteTitle: title.en,
  siteTitles: title,
  canWriteExcerpts: true,
  maxExcerptLength,
  countsVisits: true,
  canDeleteImages: true,
});

/** File name of a stored image from its address, absolute or not; `''` for other addresses. */
const nameIn = (url: string): string => {
  const path = URL.canParse(url, 'http://site') ? new URL(url, 'http://site').pathname : '';
  return path.startsWith(uploadPath) ? path.slice(uploadPath.length) : '';
};

/** Caches a result for a few seconds, so that busy pages do not read all counters each time. */
const recent = <T>(load: () => Promise<T>, clock: Clock): (() => Promise<T>) => {
  const freshForMs = 5000;
  let loadedAt = -Infinity;
  let answer: Promise<T> | undefined;
  return () => {
    if (answer === undefined || !isRecent(loadedAt, freshForMs, clock.now())) {
      loadedAt = clock.now();
      answer = load();
      answer.catch(() => (answer = undefined));
    }
    return answer;
  };
};
