import type { Kysely } from 'kysely';
import { slicesOf } from '../../../kit/slices.ts';
import type { AgentTables } from './tables.ts';

/** Number of searches without results for a keyword on a local day (counted from 1970-01-01). */
interface EmptySearch {
  readonly day: number;
  readonly keyword: string;
  readonly searches: number;
}

/** Maximum of different keywords per day; further ones are counted together under `''`. */
export const keywordsOfDay = 1000;
const rowsAtOnce = 200;

export function createSearchCounts(db: Kysely<AgentTables>) {
  const write = (rows: readonly EmptySearch[]) =>
    db
      .insertInto('agent_empty_searches')
      .values(rows)
      .onConflict((on) =>
        on.columns(['day', 'keyword']).doUpdateSet((eb) => ({
          searches: eb('agent_empty_searches.searches', '+', eb.ref('excluded.searches')),
        })),
      )
      .execute();

  const keywordsOf = async (day: number): Promise<ReadonlySet<string>> => {
    const rows = db.selectFrom('agent_empty_searches').select('keyword').where('day', '=', day);
    return new Set((await rows.execute()).map(({ keyword }) => keyword));
  };

  return {
    /** Adds counts of one day; keywords beyond the maximum are added to `''`. */
    async add(day: number, counts: ReadonlyMap<string, number>): Promise<void> {
      const known = await keywordsOf(day);
      const room = Math.max(0, keywordsOfDay - known.size);
      const fresh = [...counts.keys()].filter((keyword) => !known.has(keyword));
      const tooMany = new Set(fresh.slice(room));
      const rows = [...counts]
        .filter(([keyword]) => !tooMany.has(keyword))
        .map(([keyword, searches]) => ({ day, keyword, searches }));
      const others = [...tooMany].reduce((sum, keyword) => sum + (counts.get(keyword) ?? 0), 0);
      if (others > 0) rows.push({ day, keyword: '', searches: others });
      // Sorted, so that two processes cannot deadlock.
      rows.sort((a, b) => (a.keyword < b.keyword ? -1 : 1));
      for (const slice of slicesOf(rows, rowsAtOnce)) await write(slice);
    },

    /** The days from `first` to `last`, newest first, one query per day. */
    async *days(first: number, last: number): AsyncGenerator<readonly EmptySearch[]> {
      const days = await db
        .selectFrom('agent_empty_searches')
        .select('day')
        .distinct()
        .where('day', '>=', first)
        .where('day', '<=', last)
        .orderBy('day', 'desc')
        .execute();
      for (const { day } of days) {
        yield await db
          .selectFrom('agent_empty_searches')
          .selectAll()
          .where('day', '=', day)
          .orderBy('keyword')
          .execute();
      }
    },

    async deleteOlder(beforeDay: number): Promise<void> {
      await db.deleteFrom('agent_empty_searches').where('day', '<', beforeDay).execute();
    },
  };
}
