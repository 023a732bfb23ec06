import { forEachConcurrent } from '../../work/concurrency.ts';
import { withTimeout } from '../../work/timeout.ts';
import type { ArticleHead, Host } from '../../ports/host.ts';
import { contentHashOf } from '../../kit/ids.ts';
import type { ExcerptRecord, ExcerptRecords } from './store/records.ts';

/**
 * Fingerprints of the current texts of articles with an excerpt by Docent. An article is read only when its revision is
 * new; unreadable ones are left out.
 */
export type ContentHashes = (
  heads: readonly ArticleHead[],
  known: ReadonlyMap<string, ExcerptRecord>,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, string>>;

const concurrency = 4;
const readMs = 5_000;

export const createContentHashes =
  (deps: { readonly host: Pick<Host, 'article'>; readonly records: ExcerptRecords }): ContentHashes =>
  async (heads, known, signal) => {
    const hashes = new Map<string, string>();
    const unread: ArticleHead[] = [];
    for (const head of heads) {
      const record = known.get(head.id);
      if (!record?.textHash) continue;
      if (record.seenRevision === head.revision && record.seenHash !== '')
        hashes.set(head.id, record.seenHash);
      else unread.push(head);
    }
    await forEachConcurrent(concurrency, unread, async ({ id, revision }) => {
      const article = await withTimeout(readMs, signal, (limit) => deps.host.article(id, limit)).catch(
        () => undefined,
      );
      if (!article) return;
      const seenHash = contentHashOf(article);
      hashes.set(id, seenHash);
      await deps.records.put(id, { seenRevision: revision, seenHash });
    });
    return hashes;
  };
