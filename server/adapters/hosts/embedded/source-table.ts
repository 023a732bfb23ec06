import { isRecent } from '../../../kit/calendar.ts';
import { explained } from '../../../kit/explained.ts';
import type { Clock } from '../../../ports/clock.ts';
import { forEachConcurrent } from '../../../work/concurrency.ts';
import { inTurns } from '../../../work/event-loop.ts';
import { createYieldWhenIdle } from '../../../work/idle.ts';
import { maxArticleBytes, readArticle, type SourceArticle } from './content/article.ts';
import {
  fileFailure,
  readInside,
  type FoundFile,
  type Listing,
  type Problem,
  type ReadFile,
} from './content/folder.ts';
import { isDiskAway } from './content/patient-disk.ts';
import type { SavedArticles } from './saved-articles.ts';

const parallelReads = 16;
/** Files of more bytes are parsed one in a turn of the event loop; sixteen may have been read at once. */
const largeFile = 40_000;
/** Interval of saves; after a crash at most the files changed since are read again. */
const saveEveryMs = 5 * 60_000;

/** The parsed articles of a folder, and the files that are not articles. */
export function createSourceTable({
  root,
  clock,
  saved,
}: {
  readonly root: string;
  readonly clock: Clock;
  readonly saved: SavedArticles;
}) {
  const turn = createYieldWhenIdle();
  let sources = new Map<string, SourceArticle>();
  const broken = new Map<string, Problem & { readonly stamp: string }>();
  let hasUnsaved = false;
  let savedAt = -Infinity;
  let saving: Promise<void> = Promise.resolve();

  /** Updates the entry of a file from its content; true for an article. */
  const take = ({ bytes, ...file }: ReadFile): boolean => {
    const { path, stamp } = file;
    hasUnsaved = true;
    const result = bytes
      ? readArticle(file, bytes)
      : { problem: { path, reason: explained('file_long', { bytes: maxArticleBytes }) } };
    if ('problem' in result) {
      sources.delete(path);
      broken.set(path, { ...result.problem, stamp });
      return false;
    }
    broken.delete(path);
    sources.set(path, result.article);
    return true;
  };

  const isKnown = ({ path, stamp }: FoundFile): boolean =>
    (sources.get(path)?.file ?? broken.get(path))?.stamp === stamp;

  const look = async (file: FoundFile, base: string): Promise<void> => {
    try {
      const found = await readInside(root, file.path, maxArticleBytes, base);
      if (!found) return;
      if ((found.bytes?.length ?? 0) > largeFile) await turn();
      take(found);
    } catch (error) {
      if (isDiskAway(error)) throw error;
      sources.delete(file.path);
      broken.set(file.path, { path: file.path, reason: fileFailure(error), stamp: '' });
    }
  };

  const save = (): void => {
    if (!hasUnsaved) return;
    hasUnsaved = false;
    savedAt = clock.now();
    saving = saving.then(() => saved.save(sources.values()));
  };

  return {
    take,
    all: (): readonly SourceArticle[] => [...sources.values()],
    problems: (): readonly Problem[] => [...broken.values()],

    /** Loads the articles saved by an earlier process; unchanged files are not read again. */
    async recall(): Promise<void> {
      sources = await saved.load();
    },

    /** Reads new and changed files of the folder, and removes deleted ones. Rejects when its disk does not answer. */
    async update({ articles, unread, base }: Listing): Promise<void> {
      const listed = new Set<string>();
      const changed: FoundFile[] = [];
      for await (const part of inTurns(articles))
        for (const file of part) {
          listed.add(file.path);
          if (!isKnown(file)) changed.push(file);
        }
      await forEachConcurrent(parallelReads, changed, (file) => look(file, base));
      const isUnknown = (path: string) => unread.some((folder) => path.startsWith(`${folder}/`));
      for (const known of [sources, broken])
        for await (const part of inTurns([...known.keys()]))
          for (const path of part) if (!listed.has(path) && !isUnknown(path)) known.delete(path);
    },

    /** Saves in the background from time to time. */
    saveNowAndThen(): void {
      if (!isRecent(savedAt, saveEveryMs, clock.now())) save();
    },

    async close(): Promise<void> {
      save();
      await saving;
    },
  };
}
