import { setTimeout as pause } from 'node:timers/promises';
import { awaitedLater } from '../../kit/waiting/awaited-later.ts';
import { hourMs } from '../../kit/calendar.ts';
import { explained, type Words } from '../../kit/explained.ts';
import { isFault } from '../../kit/fault.ts';
import { sha256 } from '../../kit/ids.ts';
import { idInSource } from '../../kit/records/source-ids.ts';
import type { ArticleHead } from '../../ports/host.ts';
import type { SourceHost, SourcePlaces } from '../../ports/source-places.ts';
import { forEachConcurrent } from '../../work/concurrency.ts';
import { createYieldEvery } from '../../work/event-loop.ts';
import { openedCredentials } from './credentials.ts';
import type { SourceArticles } from './store/articles.ts';
import type { Source } from './store.ts';

/** Articles of a source that are read at once. */
const parallel = 4;
/** Interval at which a long reading shows what it has so far. */
const showEveryMs = 10_000;
const longestHours = 6;
/** A list is compared for so long at once. */
const heldMs = 10;
/** Entries of a list for each article of the share. */
const longestList = 10;

export interface ReadingDeps {
  readonly places: Pick<SourcePlaces, 'open' | 'unseal'>;
  readonly articles: SourceArticles;
  /** Whether PDF, DOCX and EPUB files are articles. */
  readonly wantsDocuments: () => Promise<boolean>;
  /** Told when articles have come, changed or gone. */
  readonly changed: () => Promise<void>;
}

/**
 * Reads a source once and brings its articles up to date. What cannot be read stays as it was, and nothing is forgotten unless the
 * reading was complete. Resolves with what is to be said of it; throws what kept it from being read.
 */
export async function readSource(
  { places, articles, wantsDocuments, changed }: ReadingDeps,
  source: Source,
  stopping: AbortSignal,
): Promise<Words> {
  const limit = AbortSignal.timeout(longestHours * hourMs);
  const signal = AbortSignal.any([stopping, limit]);
  const { credentials } = await openedCredentials(source, places);
  const host = await places.open(source.id, source, source.pages, credentials);
  try {
    host.readDocuments?.(await wantsDocuments());
    let isWhole = host.whole === undefined;
    const whole = host.whole && awaitedLater(host.whole().then(() => void (isWhole = true)));
    for (;;) {
      const isLast = isWhole;
      const said = await pass(host, isLast);
      // Documents are found in the texts of articles, so those of new ones come after the list.
      if (said !== undefined)
        return (await settled(host, signal)) ? ((await pass(host, true)) ?? said) : said;
      const waiting = new AbortController();
      const ended = AbortSignal.any([signal, waiting.signal]);
      await Promise.race([whole, pause(showEveryMs, undefined, { signal: ended })]);
      waiting.abort();
    }
  } catch (error) {
    if (limit.aborted && !stopping.aborted) return explained('source_late', { hours: longestHours });
    throw error;
  } finally {
    await host.close();
  }

  /** What is to be said once the host is read whole. */
  async function pass(host: SourceHost, isLast: boolean): Promise<Words | undefined> {
    const known = await articles.revisions(source.id);
    const seen = new Set<string>();
    const due: ArticleHead[] = [];
    let isFull = false;
    let isEndless = false;
    let listed = 0;
    const breathe = createYieldEvery(heldMs, signal);
    for await (const head of host.heads(signal)) {
      await breathe();
      // A list that repeats itself would never end, and says nothing of what it does not come to.
      isEndless = (listed += 1) > longestList * (source.pages + 100);
      if (isEndless) break;
      if (head.visibility !== 'public' || seen.has(head.id)) continue;
      isFull = seen.size >= source.pages;
      if (isFull) break;
      seen.add(head.id);
      if (known.get(head.id) !== revisionOf(head)) due.push(head);
    }
    let [written, failed] = [0, 0];
    let failure: unknown;
    const take = async (id: string): Promise<void> => {
      const article = await host.article(id, signal);
      if (!article) return void seen.delete(id);
      const own = { ...article, id: idInSource(source.id, id), revision: revisionOf(article), visits: null };
      if (await articles.write(source, id, own)) written += 1;
    };
    await forEachConcurrent(parallel, due, async ({ id }) => {
      signal.throwIfAborted();
      // One that cannot be read stays as it was, and is read again the next time.
      await take(id).catch((error: unknown) => {
        failed += 1;
        failure ??= error;
      });
    });
    signal.throwIfAborted();
    const health = isLast ? await host.health(signal) : undefined;
    const gone = health?.ok === true && !isEndless ? [...known.keys()].filter((id) => !seen.has(id)) : [];
    await articles.forget(source.id, gone);
    if (written + gone.length > 0) await changed();
    if (!health) return undefined;
    if (!health.ok) throw new Unread(health.reason);
    // A few bad articles are no bad source.
    if (failed > 0 && failed === seen.size) throw failure;
    if (failure !== undefined) return isFault(failure) ? failure.words : explained('source_part');
    if (isEndless) return explained('source_part');
    if (isFull) return explained('source_full', { pages: source.pages });
    const problems = host.problems?.() ?? [];
    const [{ path } = { path: '' }] = problems;
    return problems.length > 0 ? explained('source_files', { count: problems.length, path }) : health.reason;
  }
}

/** The source cannot be reached; what was read before stays. */
export class Unread extends Error {
  readonly words: Words;
  constructor(words: Words) {
    super('the source cannot be read');
    this.words = words;
  }
}

/** Changes with the address of the page, too, which another setting of the source may change. */
const revisionOf = ({ revision, url }: Pick<ArticleHead, 'revision' | 'url'>): string =>
  sha256([noted, revision, url].join('\n')).slice(0, 32);

/** Raised where more is noted of an article that is read: all are read once more. */
const noted = 2;

/** True once documents have been read that the last list did not have. */
async function settled(host: SourceHost, signal: AbortSignal): Promise<boolean> {
  if (!host.documentsRead) return false;
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
  return Promise.race([host.documentsRead(), aborted]);
}
