import { countOf, readCalls, type KnownCall } from './calls.ts';
import { causeOf } from './diagnosis.ts';
import { scenarioLabel, typeLabel } from './labels.ts';
import { isFailure } from '../ledger/outcome.ts';
import type { DayRange } from './range.ts';
import type { UsageQueries, SeriesCount } from '../store/queries.ts';

/** Number of failures listed individually. */
const recentSize = 8;

/** Failures by type, scenario and cause, with a remedy for each cause; `series` are those with calls in the days. */
export async function failuresOf(store: UsageQueries, days: DayRange, series: readonly SeriesCount[]) {
  const failed = series.filter(({ status }) => isFailure(status));
  const byDiagnosis = [];
  for (const [key, own] of Map.groupBy(failed, ({ diagnosis }) => diagnosis)) {
    const [first] = await readCalls(store, { ...days, series: own, sort: 'asc', page: 1, size: 1 });
    const { label, suggestion, key: known } = causeOf(key);
    byDiagnosis.push({ key: known, label, count: countOf(own), suggestion, example: first?.error ?? '' });
  }
  const recent = await readCalls(store, { ...days, series: failed, sort: 'desc', page: 1, size: recentSize });
  return {
    total: countOf(failed),
    byType: bucketsOf(failed, ({ type }) => type, typeLabel),
    byScenario: bucketsOf(failed, ({ scenario }) => scenario, scenarioLabel),
    byDiagnosis: byDiagnosis.toSorted((a, b) => b.count - a.count),
    recent: recent.map(recentFailure),
  };
}

function bucketsOf(
  series: readonly SeriesCount[],
  keyOf: (one: SeriesCount) => string,
  label: (key: string) => string,
) {
  const buckets = [...Map.groupBy(series, (one) => keyOf(one) || 'unknown')];
  return buckets
    .map(([key, own]) => ({ key, label: label(key), count: countOf(own) }))
    .toSorted((a, b) => b.count - a.count);
}

function recentFailure({ key, error, started_at }: KnownCall) {
  const { key: diagnosis, label, suggestion } = causeOf(key.diagnosis);
  return {
    time: new Date(started_at).toISOString(),
    model: key.model,
    type: key.type,
    typeLabel: typeLabel(key.type),
    scenario: key.scenario,
    scenarioLabel: scenarioLabel(key.scenario),
    diagnosis,
    diagnosisLabel: label,
    suggestion,
    error,
  };
}
