import { LRUCache } from 'lru-cache';
import { explained, inEnglish, type Words } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import { prepareMarkdown } from '../../../markup/markdown-source.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import { bodyOf, maxArticleBytes, readArticle, type SourceArticle } from './content/article.ts';
import { catalogueOf, nextDueDate, type Catalogue, type Listed } from './catalogue.ts';
import { forEachConcurrent } from '../../../work/concurrency.ts';
import type { SavedArticles } from './saved-articles.ts';
import {
  findInside,
  listFolder,
  fileFailure,
  readInside,
  type FoundFile,
  type Problem,
  type ReadFile,
} from './content/folder.ts';

/** Articles of a content folder: metadata in memory, texts on disk. */
export interface ArticleRepository {
  /** Scans for changes; true when anything visible to visitors has changed. Never rejects: `health` reports errors. */
  refresh(): Promise<boolean>;
  /** The published articles. Throws the Fault `unavailable` while the folder cannot be read. */
  catalogue(): Catalogue;
  /** A listed article read from its file, as plain Markdown; `undefined` when it is gone or no longer published. */
  read(id: string): Promise<ReadArticle | undefined>;
  /** A picture or file beside the articles. */
  media(path: string): Promise<Uint8Array | undefined>;
  hasMedia(path: string): boolean;
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

const parallelReads = 16;
/** Size of the cache of texts, in UTF-16 units. */
const textBudget = 8_000_000;
/** Largest picture or file that is served, in bytes. */
const maxMediaBytes = 50_000_000;
/** A crash costs the reading of the files that have changed since, at most. */
const saveEveryMs = 5 * 60_000;

export const createArticleRepository = (deps: {
  readonly root: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly saved: SavedArticles;
}): ArticleRepository => {
  const { root, log, clock, saved } = deps;
  let sources = new Map<string, SourceArticle>();
  const broken = new Map<string, Problem & { readonly stamp: string }>();
  const texts = new LRUCache<string, { readonly stamp: string; readonly text: string }>({
    maxSize: textBudget,
    sizeCalculation: ({ text }) => text.length + 1,
  });
  const told = new Set<string>();
  let folderProblems: readonly Problem[] = [];
  let media: ReadonlySet<string> = new Set();
  let outage: Words = 'it was not read yet';
  let current = catalogueOf([], clock.now());
  let changesAt: number | undefined;
  let running: Promise<boolean> | undefined;
  let hasUnsaved = false;
  let savedAt = -Infinity;
  let saving: Promise<void> = Promise.resolve();

  const sort = (): void => {
    const now = clock.now();
    current = catalogueOf([...sources.values()], now);
    changesAt = nextDueDate([...sources.values()], now);
  };

  /** Updates the entry of a file from its content. */
  const take = ({ bytes, ...file }: ReadFile): string | undefined => {
    const { path, stamp } = file;
    hasUnsaved = true;
    const result = bytes
      ? readArticle(file, bytes)
      : { problem: { path, reason: explained('file_long', { bytes: maxArticleBytes }) } };
    if ('problem' in result) {
      sources.delete(path);
      broken.set(path, { ...result.problem, stamp });
      return undefined;
    }
    broken.delete(path);
    sources.set(path, result.article);
    return result.body;
  };

  const look = async (file: FoundFile, base: string): Promise<void> => {
    if ((sources.get(file.path)?.file ?? broken.get(file.path))?.stamp === file.stamp) return;
    try {
      const found = await readInside(root, file.path, maxArticleBytes, base);
      if (found) take(found);
    } catch (error) {
      sources.delete(file.path);
      broken.set(file.path, { path: file.path, reason: fileFailure(error), stamp: '' });
    }
  };

  /** Beside the scans: nobody waits for it. */
  const save = (): void => {
    if (!hasUnsaved) return;
    hasUnsaved = false;
    savedAt = clock.now();
    saving = saving.then(() => saved.save(sources.values()));
  };

  /** Files that are as they were when an earlier process read them are not read again. */
  const recall = async (): Promise<void> => {
    sources = await saved.load();
  };

  const scan = async (): Promise<boolean> => {
    const before = `${current.version} ${inEnglish(outage)} ${mediaMark(media)}`;
    try {
      const listing = await listFolder(root);
      await forEachConcurrent(parallelReads, listing.articles, (file) => look(file, listing.base));
      const listed = new Set(listing.articles.map((file) => file.path));
      const isUnknown = (path: string) => listing.unread.some((folder) => path.startsWith(`${folder}/`));
      for (const known of [sources, broken])
        for (const path of known.keys()) if (!listed.has(path) && !isUnknown(path)) known.delete(path);
      media = listing.media;
      folderProblems = listing.problems;
      outage = '';
    } catch (error) {
      outage = fileFailure(error);
    }
    sort();
    tell();
    if (clock.now() - savedAt >= saveEveryMs) save();
    return before !== `${current.version} ${inEnglish(outage)} ${mediaMark(media)}`;
  };

  /** The text of a listed file; when the file is another one by now, its entry is renewed. */
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
    const isKnown = file.stamp === stamp && file.bytes !== undefined;
    const body = isKnown ? bodyOf(file.bytes) : take(file);
    const text = body === undefined ? undefined : prepareMarkdown(body);
    if (text !== undefined) texts.set(id, { stamp: file.stamp, text });
    if (file.stamp !== stamp) sort();
    return text;
  };

  const problems = (): Problem[] => [...folderProblems, ...broken.values()];

  /** Logs each problem once, and again when it recurs. */
  const tell = (): void => {
    const now = new Map(problems().map((problem) => [wordsOf(problem), problem]));
    if (outage !== '') now.set(inEnglish(outage), { path: '.', reason: outage });
    for (const [words, { path, line, reason }] of now)
      if (!told.has(words))
        log.warn({ path, line, reason: inEnglish(reason) }, 'a part of the content folder is left out');
    told.clear();
    for (const words of now.keys()) told.add(words);
  };

  const catalogue = (): Catalogue => {
    if (outage !== '') throw unavailable(explained('folder_unreadable', { reason: outage }));
    if (changesAt !== undefined && clock.now() >= changesAt) sort();
    return current;
  };

  return {
    catalogue,
    refresh() {
      const next = (running ?? recall()).then(scan);
      running = next;
      return next;
    },
    async close() {
      await running;
      save();
      await saving;
    },
    async read(id) {
      const known = catalogue().byId.get(id);
      const text = known && (await textOf(known));
      const article = current.byId.get(id);
      return article && text !== undefined ? { article, text } : undefined;
    },
    async media(path) {
      return media.has(path)
        ? (await orUnavailable(readInside(root, path, maxMediaBytes)))?.bytes
        : undefined;
    },
    hasMedia: (path) => media.has(path),
    problems,
    health() {
      if (outage !== '') return { ok: false, reason: explained('folder_unreadable', { reason: outage }) };
      const all = problems();
      const shown = all.slice(0, 3).map(wordsOf).join('; ');
      return {
        ok: true,
        reason: all.length === 0 ? '' : explained('site_left_out', { list: `${all.length} (${shown})` }),
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

const wordsOf = ({ path, line, reason }: Problem): string =>
  `${path}${line === undefined ? '' : ` line ${line}`}: ${inEnglish(reason)}`;

const mediaMark = (media: ReadonlySet<string>): string => `${media.size} ${[...media].at(-1) ?? ''}`;
