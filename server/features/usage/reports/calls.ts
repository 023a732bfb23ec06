import type { CallStatus, UsageCall } from '../../../../contract/usage/figures.ts';
import { dateOf } from '../../../kit/calendar.ts';
import { isFailure } from '../ledger/outcome.ts';
import type { DayRange } from './range.ts';
import { pageSlicesOf } from './page-slices.ts';
import { tokensOf } from '../ledger/spending.ts';
import type { CallRow, UsageQueries, SeriesCount } from '../store/queries.ts';

/** A page of calls, selected by series and days. */
export interface CallsWanted extends DayRange {
  readonly series: readonly SeriesCount[];
  readonly sort: 'asc' | 'desc';
  /** 1-based. */
  readonly page: number;
  readonly size: number;
}

/** A call with its series. */
export type KnownCall = CallRow & { readonly key: SeriesCount };

/** Total number of calls of several series. */
export const countOf = (series: readonly SeriesCount[]): number =>
  series.reduce((sum, { calls }) => sum + calls, 0);

/** One page of calls, by time. */
export async function readCalls(store: UsageQueries, wanted: CallsWanted): Promise<KnownCall[]> {
  const { sort, page, size } = wanted;
  const keys = new Map(wanted.series.map((key) => [key.id, key]));
  const series = [...keys.keys()];
  if (series.length === 0) return [];
  const days = await store.callsByDay(wanted.first, wanted.last, series);
  const found: KnownCall[] = [];
  for (const slice of pageSlicesOf(sort === 'asc' ? days : days.toReversed(), (page - 1) * size, size)) {
    for (const call of await store.calls({ ...slice, series, sort })) {
      const key = keys.get(call.series);
      if (key) found.push({ ...call, key });
    }
  }
  return found;
}

/** True when a status matches a filter; `failed` matches every failure. */
export function hasStatus(status: CallStatus, filter: string): boolean {
  if (filter === 'all') return true;
  return filter === 'failed' ? isFailure(status) : status === filter;
}

/** A call in the wire format. */
export function shown({ key, ...call }: KnownCall): UsageCall {
  const tokens = {
    promptTokens: call.prompt_tokens,
    completionTokens: call.completion_tokens,
    embeddingTokens: call.embedding_tokens,
  };
  return {
    id: String(call.id),
    date: dateOf(call.day),
    time: new Date(call.started_at).toISOString(),
    model: key.model,
    type: key.type,
    scenario: key.scenario,
    ...tokens,
    totalTokens: tokensOf(tokens),
    failure: isFailure(key.status),
    durationMs: call.duration_ms,
    error: call.error,
    estimated: call.estimated === 1,
    status: key.status,
    images: call.images,
    ...(call.cached_tokens > 0 && { cachedTokens: call.cached_tokens }),
    cost: call.cost,
    ...(call.log_id === '' ? {} : { logId: call.log_id }),
    ...(call.fallback_for === '' ? {} : { reason: 'fallback' as const, fallbackFor: call.fallback_for }),
  };
}
