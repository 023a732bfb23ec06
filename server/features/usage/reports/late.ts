import { countOf } from './calls.ts';
import type { SeriesCount } from '../store/queries.ts';

/** Minimum of late calls, which must also be half of all calls, for a model to count as too slow for a task. */
const minLateCalls = 3;

/** The tasks for which a model was too slow, by the series of a day. */
export function lateOf(series: readonly SeriesCount[], model: string) {
  const own = series.filter((one) => one.model === model && one.status !== 'limited');
  return [...Map.groupBy(own, ({ scenario }) => scenario)].flatMap(([scenario, of]) => {
    const late = countOf(
      of.filter(({ status, diagnosis }) => status === 'failed' && diagnosis === 'timeout'),
    );
    const calls = countOf(of);
    return late >= minLateCalls && 2 * late >= calls ? [{ scenario, late, calls }] : [];
  });
}
