import type { Kysely } from 'kysely';
import type { SeriesKey, UsageTables } from './tables.ts';

/** Size of the cache, larger than any real configuration needs; cleared when full. */
const cacheSize = 2_000;

/** Assigns a permanent number to each combination of model, type, scenario, status and cause. */
export function createSeriesNumbers(db: Kysely<UsageTables>) {
  const known = new Map<string, number>();

  const find = (key: SeriesKey) =>
    db
      .selectFrom('usage_series')
      .select('id')
      .where('model', '=', key.model)
      .where('type', '=', key.type)
      .where('scenario', '=', key.scenario)
      .where('status', '=', key.status)
      .where('diagnosis', '=', key.diagnosis)
      .executeTakeFirst();

  const findOrAdd = async (key: SeriesKey): Promise<number> => {
    const found = await find(key);
    if (found) return found.id;
    const { model, type, scenario, status, diagnosis } = key;
    await db
      .insertInto('usage_series')
      .values({ model, type, scenario, status, diagnosis })
      .onConflict((on) => on.doNothing())
      .execute();
    const added = await find(key);
    if (!added) throw new Error('A series vanished while it was being added');
    return added.id;
  };

  /** Call outside of transactions, so that a rollback does not undo the number. */
  return async (key: SeriesKey): Promise<number> => {
    const name = JSON.stringify([key.model, key.type, key.scenario, key.status, key.diagnosis]);
    const cached = known.get(name);
    if (cached !== undefined) return cached;
    const id = await findOrAdd(key);
    if (known.size >= cacheSize) known.clear();
    known.set(name, id);
    return id;
  };
}
