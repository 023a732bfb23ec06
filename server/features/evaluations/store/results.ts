import { CaseResult } from '../../../../contract/evaluations/report.ts';
import type { Database } from '../../../kit/database.ts';
import type { Tables } from './tables.ts';

/** Results of the cases of runs, by their position in the run. */
export function createResultStore(database: Database) {
  const db = database.query.withTables<Tables>();

  return {
    /** Positions of the finished cases. */
    async done(runId: string): Promise<ReadonlySet<number>> {
      const rows = await db
        .selectFrom('evaluation_results')
        .select('position')
        .where('run_id', '=', runId)
        .execute();
      return new Set(rows.map(({ position }) => position));
    },

    /** In order of position. */
    async all(runId: string): Promise<readonly CaseResult[]> {
      const rows = await db
        .selectFrom('evaluation_results')
        .select('result')
        .where('run_id', '=', runId)
        .orderBy('position')
        .execute();
      return rows.map(({ result }) => CaseResult.parse(JSON.parse(result)));
    },

    /** The first result of a case stays. */
    async add(runId: string, position: number, result: CaseResult): Promise<void> {
      await db
        .insertInto('evaluation_results')
        .values({ run_id: runId, position, result: JSON.stringify(result) })
        .onConflict((on) => on.doNothing())
        .execute();
    },

    async remove(runId: string): Promise<void> {
      await db.deleteFrom('evaluation_results').where('run_id', '=', runId).execute();
    },
  };
}
