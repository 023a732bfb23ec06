import type { ExcerptJob } from '../../../contract/excerpts.ts';
import type { Batch, BatchEnd } from './batch.ts';
import type { BatchItem } from './store/items.ts';

/** The counts of a batch that has ended, as its caller reads them. */
export const countsOf = ({ batch: { state, status } }: BatchEnd) => ({
  success: true as const,
  count: state.success,
  total: state.total,
  skipped: state.skipped,
  ...(status === 'cancelled' && { cancelled: true as const }),
});

/** Articles that went wrong or were left alone, as old clients understand them too. */
export const failureOf = (item: BatchItem) => ({
  postName: item.articleId,
  success: false as const,
  error: reasonOf(item),
  ...(item.outcome === 'skipped' && { skipped: true as const }),
});

export const reasonOf = ({ outcome, message }: BatchItem): string =>
  outcome === 'waiting' ? 'The batch was cancelled before the turn of this article' : message;

const statuses = {
  running: 'running',
  done: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
} as const;

/** The state of a batch for whoever watches it, with a page of the articles that are done. */
export function jobView(
  batch: Batch | undefined,
  results: readonly BatchItem[],
  { page, size }: { readonly page: number; readonly size: number },
): ExcerptJob {
  const {
    total = 0,
    success = 0,
    skipped = 0,
    failed = 0,
    calls = 0,
    currentTitle = '',
  } = batch?.state ?? {};
  const completed = success + skipped + failed;
  return {
    id: batch?.id ?? '',
    kind: batch?.input.kind ?? '',
    status: batch ? statuses[batch.status] : 'idle',
    message: batch?.error ?? '',
    total,
    completed,
    success,
    skipped,
    failed,
    calls,
    percent: total === 0 ? (batch?.status === 'done' ? 100 : 0) : Math.round((completed * 100) / total),
    currentTitle: batch?.status === 'running' ? currentTitle : '',
    createdAt: instant(batch?.createdAt),
    finishedAt: instant(batch?.finishedAt),
    page,
    size,
    results: results.flatMap(({ articleId, title, outcome, message, text }) =>
      outcome === 'waiting' ? [] : [{ postName: articleId, title, status: outcome, message, summary: text }],
    ),
  };
}

/** An instant of the wire; `''` for none. */
export const instant = (ms: number | undefined): string => (ms ? new Date(ms).toISOString() : '');
