import { readCalls } from './calls.ts';
import type { UsageQueries } from '../store/queries.ts';

/** A model works again after this many calls in a row that succeeded, if as many have failed on that day. */
const inARow = 3;

/** The names of the models that failed on a day and whose last calls of it succeeded. */
export async function recoveredOf(
  store: UsageQueries,
  day: number,
  models: readonly { readonly model: string; readonly failures: number }[],
): Promise<ReadonlySet<string>> {
  const troubled = new Set(models.filter(({ failures }) => failures >= inARow).map(({ model }) => model));
  if (troubled.size === 0) return troubled;
  const all = await store.series(day, day);
  const recovered = new Set<string>();
  for (const model of troubled) {
    const series = all.filter((one) => one.model === model && one.status !== 'limited');
    const last = await readCalls(store, {
      first: day,
      last: day,
      series,
      sort: 'desc',
      page: 1,
      size: inARow,
    });
    if (last.length === inARow && last.every(({ key }) => key.status === 'success')) recovered.add(model);
  }
  return recovered;
}
