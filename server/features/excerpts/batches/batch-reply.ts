import { instantOf } from '../../../kit/calendar.ts';
import { explained, inField, type Words } from '../../../kit/explained.ts';
import type { ExcerptJob } from '../../../../contract/excerpts.ts';
import type { Batch } from './batch-state.ts';
import type { BatchEnd } from './batch.ts';
import type { BatchItem } from '../store/items.ts';

/** Counts of an ended batch in the wire format. */
export const countsOf = ({ batch: { state, status } }: BatchEnd) => ({
  success: true as const,
  count: state.success,
  total: state.total,
  skipped: state.skipped,
  ...(status === 'cancelled' && { cancelled: true as const }),
});

/** A failed or skipped article, in a form that old clients understand. */
export const failedItem = (item: BatchItem) => ({
  postName: item.articleId,
  success: false as const,
  ...inField('error', unfinishedReason(item)),
  ...(item.outcome === 'skipped' && { skipped: true as const }),
});

export const unfinishedReason = ({ outcome, message }: BatchItem): Words =>
  outcome === 'waiting' ? explained('excerpt_not_reached') : message;

const statuses = {
  running: 'running',
  done: 'completed',
  cancelled: 'cancelled',
  failed: 'failed',
} as const;

/** State of a batch for progress displays, with a page of finished articles. */
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
    ...inField('message', batch?.error ?? ''),
    total,
    completed,
    success,
    skipped,
    failed,
    calls,
    percent: total === 0 ? (batch?.status === 'done' ? 100 : 0) : Math.round((completed * 100) / total),
    currentTitle: batch?.status === 'running' ? currentTitle : '',
    createdAt: instantOf(batch?.createdAt),
    finishedAt: instantOf(batch?.finishedAt),
    page,
    size,
    results: results.flatMap(({ articleId, title, outcome, message, text }) =>
      outcome === 'waiting'
        ? []
        : [{ postName: articleId, title, status: outcome, ...inField('message', message), summary: text }],
    ),
  };
}
