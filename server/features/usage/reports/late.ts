import { countOf } from './calls.ts';
import type { SeriesCount } from '../store/queries.ts';

/** From so many late calls on, and at least half of all, a model is too slow for a task. */
const fewest = 3;

/** The tasks that a model was too slow for, of the series of a day. */
export function lateOf(series: readonly SeriesCount[], model: string) {
  const own = series.filter((one) => one.model === model && one.status !== 'limited');
  return [...Map.groupBy(own, ({ scenario }) => scenario)].flatMap(([scenario, of]) => {
    const late = countOf(
      of.filter(({ status, diagnosis }) => status === 'failed' && diagnosis === 'timeout'),
    );
    const calls = countOf(of);
    return late >= fewest && 2 * late >= calls ? [{ scenario, late, calls }] : [];
  });
}
