import { dirname } from 'node:path';
import { LRUCache } from 'lru-cache';
import { explained, inEnglish, type Words } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { maxArticleBytes } from './content/article.ts';
import { leadingLinks } from './content/leading-links.ts';
import {
  fileFailure,
  findInside,
  listFolder,
  readInside,
  type FoundFile,
  type Problem,
} from './content/folder.ts';
import { isDiskAway } from './content/patient-disk.ts';
import { createMarkdownThreads, type MarkdownThreads } from './content/markdown-threads.ts';
import type { Catalogue, Listed } from './catalogue.ts';
import { createProblemLog } from './problem-log.ts';
import type { SavedArticles } from './saved-articles.ts';
import { createSortedCatalogue } from './sorted-catalogue.ts';
import { createSourceTable } from './source-table.ts';
import type { WatchedFolders } from './watched-folders.ts';

/** Articles of a content folder: metadata in memory, texts on disk. */
export interface ArticleRepository {
  /** Scans for changes; true when anything visible to visitors has changed. Never rejects: `health` reports errors. */
  refresh(): Promise<boolean>;
  /** The published articles. Throws the Fault `unavailable` while the folder cannot be read. */
  catalogue(): Promise<Catalogue>;
  /** A listed article read from its file, as plain Markdown; `undefined` when it is gone or no longer published. */
  read(id: string): Promise<ReadArticle | undefined>;
  /** An article's text as sanitised HTML. */
  readonly render: MarkdownThreads['render'];
  /** An image or file beside the articles. */
  media(path: string): Promise<Uint8Array | undefined>;
  hasMedia(path: string): boolean;
  /** Documents beside the articles, as the last scan found them. */
  documents(): readonly FoundFile[];
  /** Files that were left out. */
  problems(): readonly Problem[];
  health(): { readonly ok: boolean; readonly reason: Words };
  /** Saves what was read since the last time. */
  close(): Promise<void>;
}

export interface ReadArticle {
  readonly article: Listed;
  readonly text: string;
}

/** Size of the cache of texts, in UTF-16 units. */
const textBudget = 8_000_000;
/** Largest image or file that is served, in bytes. */
const maxMediaBytes = 50_000_000;

export const createArticleRepository = (deps: {
  readonly root: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly saved: SavedArticles;
  /** Folders that are watched from before they are listed, so that no change falls between; without it none is. */
  readonly watched?: WatchedFolders | undefined;
}): ArticleRepository => {
  const { root, log, clock, saved, watched } = deps;
  const table = createSourceTable({ root, clock, saved });
  const markdown = createMarkdownThreads();
  const tell = createProblemLog(log);
  const texts = new LRUCache<string, { readonly stamp: string; readonly text: string }>({
    maxSize: textBudget,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  let folderProblems: readonly Problem[] = [];
  let media: ReadonlySet<string> = new Set();
  let documents: readonly FoundFile[] = [];
  let outage: Words = 'it was not read yet';
  const sorted = createSortedCatalogue(table.all, clock);
  let running: Promise<boolean> | undefined;

  /** Fingerprint of everything in the folder that is visible to visitors. */
  const visible = (): string => `${sorted.last().version} ${inEnglish(outage)} ${mediaMark(media)}`;

  const scan = async (): Promise<boolean> => {
    const before = visible();
    try {
      // A link may be replaced by one to another folder, as when a site is published beside its former state.
      if (watched)
        for (const { link, identity } of await leadingLinks(root)) watched.visitLink(link, identity);
      const listing = await listFolder(root, watched?.visit);
      watched?.keepVisited();
      await table.update(listing);
      media = listing.media;
      const isUnknown = ({ path }: FoundFile) => listing.unread.some((one) => path.startsWith(`${one}/`));
      documents = [...listing.documents, ...documents.filter(isUnknown)];
      folderProblems = listing.problems;
      outage = '';
    } catch (error) {
      outage = fileFailure(error);
      // It may come back. Where its disk does not answer, to begin a watch would not end.
      if (!isDiskAway(error)) {
        watched?.visit(dirname(root));
        watched?.keepVisited();
      }
    }
    await sorted.renew();
    tell([...problems(), ...(outage === '' ? [] : [{ path: '.', reason: outage }])]);
    table.saveNowAndThen();
    return before !== visible();
  };

  /** The text of a listed file; when the file has changed meanwhile, its entry is updated. */
  const textOf = async ({ id, file: { path, stamp } }: Listed): Promise<string | undefined> => {
    const cached = texts.get(id);
    if (
      cached &&
      (await orUnavailable(findInside(root, path)))?.stamp === cached.stamp &&
      cached.stamp === stamp
    )
      return cached.text;
    const file = await orUnavailable(readInside(root, path, maxArticleBytes));
    if (!file) return undefined;
    const isKnown = file.stamp === stamp || table.take(file);
    const text = isKnown && file.bytes ? await markdown.plain(file.path, file.bytes) : undefined;
    if (text !== undefined) texts.set(id, { stamp: file.stamp, text });
    if (file.stamp !== stamp) await sorted.renew();
    return text;
  };

  const problems = (): Problem[] => [...folderProblems, ...table.problems()];

  const catalogue = async (): Promise<Catalogue> => {
    if (outage !== '') throw unavailable(explained('folder_unreadable', { reason: outage }));
    return sorted.now();
  };

  return {
    catalogue,
    refresh() {
      const next = (running ?? table.recall()).then(scan);
      running = next;
      return next;
    },
    async close() {
      await running;
      await table.close();
      await markdown.close();
    },
    async read(id) {
      const known = (await catalogue()).byId.get(id);
      const text = known && (await textOf(known));
      const article = sorted.last().byId.get(id);
      return article && text !== undefined ? { article, text } : undefined;
    },
    async media(path) {
      return media.has(path)
        ? (await orUnavailable(readInside(root, path, maxMediaBytes)))?.bytes
        : undefined;
    },
    render: markdown.render,
    hasMedia: (path) => media.has(path),
    documents: () => documents,
    problems,
    health() {
      if (outage !== '') return { ok: false, reason: explained('folder_unreadable', { reason: outage }) };
      const all = problems();
      return {
        ok: true,
        reason:
          all.length === 0
            ? ''
            : explained('site_files_left_out', { count: all.length, list: all.slice(0, 3) }),
      };
    },
  };
};

const orUnavailable = async <T>(found: Promise<T>): Promise<T> => {
  try {
    return await found;
  } catch (error) {
    throw unavailable(explained('folder_unreadable', { reason: fileFailure(error) }), error);
  }
};

const mediaMark = (media: ReadonlySet<string>): string => `${media.size} ${[...media].at(-1) ?? ''}`;
