import type { Diagnosis, UsageToday } from '../../../../contract/usage/figures.ts';
import { isFailure } from '../ledger/outcome.ts';
import type { UsageQueries } from '../store/queries.ts';
import { readCalls, type KnownCall } from './calls.ts';

/** Number of consecutive calls that decide: three failures mean failing, three successes mean healthy. */
const consecutiveCalls = 3;
/** Number of last calls that are judged; a model fails when half of them failed without a run of three. */
const judgedCalls = 10;

/** Permanent causes, for which a single failure is enough. */
const lasting: ReadonlySet<string> = new Set<Diagnosis>([
  'auth',
  'permission',
  'credit',
  'model_unavailable',
]);

/** Health of a model by its last calls. */
export type ModelHealth = Pick<UsageToday['models'][number], 'recovered' | 'failing' | 'lastFailure'>;

/**
 * Judges models with failures on a day by their last calls of that day and the day before, so that a thousand good calls
 * in the morning do not hide a key that was revoked at noon. Calls that were aborted or refused by a ceiling are ignored.
 */
export async function healthOf(
  store: UsageQueries,
  day: number,
  models: readonly { readonly model: string; readonly failures: number }[],
): Promise<ReadonlyMap<string, ModelHealth>> {
  const troubled = models.filter(({ failures }) => failures > 0);
  const health = new Map<string, ModelHealth>();
  if (troubled.length === 0) return health;
  const days = { first: day - 1, last: day };
  const telling = (await store.series(days.first, days.last)).filter(
    ({ status }) => status === 'success' || isFailure(status),
  );
  for (const { model, failures } of troubled) {
    const series = telling.filter((one) => one.model === model);
    const last = await readCalls(store, { ...days, series, sort: 'desc', page: 1, size: judgedCalls });
    const failing = isFailing(last);
    health.set(model, {
      recovered: failures >= consecutiveCalls && areLast(last, (call) => !hasFailed(call)),
      failing,
      ...(failing && { lastFailure: failureOf(last) }),
    });
  }
  return health;
}

const failureOf = (calls: readonly KnownCall[]) => {
  const failed = calls.find(hasFailed);
  return failed && { time: new Date(failed.started_at).toISOString(), error: failed.error };
};

const isLasting = ({ key }: KnownCall) => key.status === 'failed' && lasting.has(key.diagnosis);

const hasFailed = ({ key }: KnownCall) => isFailure(key.status);

const areLast = (calls: readonly KnownCall[], is: (call: KnownCall) => boolean) =>
  calls.length >= consecutiveCalls && calls.slice(0, consecutiveCalls).every(is);

/** `calls` are the last ones, newest first. */
function isFailing(calls: readonly KnownCall[]): boolean {
  const [newest] = calls;
  if (newest === undefined) return false;
  if (isLasting(newest)) return true;
  if (areLast(calls, hasFailed)) return true;
  if (areLast(calls, (call) => !hasFailed(call))) return false;
  // A key that was refused before is right once a call with it succeeds.
  const failures = calls.filter((one) => hasFailed(one) && !isLasting(one)).length;
  return failures >= consecutiveCalls && failures * 2 >= calls.length;
}
