import { z } from 'zod';
import { EvaluationCase } from '../../../../contract/evaluations/evaluations.ts';
import { type CaseResult, RunSetup, RunSummary, runStates } from '../../../../contract/evaluations/report.ts';
import { deletesAny, type Database } from '../../../kit/database.ts';
import { createResultStore } from './results.ts';
import type { Tables } from './tables.ts';

const Head = z.object({
  name: z.string(),
  datasetId: z.string(),
  error: z.string(),
  summary: RunSummary.optional(),
});
const Status = z.enum(runStates);

/** A run in lists. Times are epoch milliseconds, `endedAt` 0 while it is running. */
export type RunHead = z.infer<typeof Head> & {
  readonly id: string;
  readonly status: z.infer<typeof Status>;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly total: number;
};

/** Result of an ended run. */
export interface RunEnd extends Pick<RunHead, 'status' | 'endedAt' | 'error'> {
  readonly summary: RunSummary;
}

type HeadRow = Omit<Tables['evaluation_runs'], 'setup' | 'cases'>;
const headColumns = ['id', 'status', 'started_at', 'ended_at', 'total', 'head'] as const;

const headOf = (row: HeadRow): RunHead => ({
  ...Head.parse(JSON.parse(row.head)),
  id: row.id,
  status: Status.parse(row.status),
  startedAt: row.started_at,
  endedAt: row.ended_at,
  total: row.total,
});

export function createRunStore(database: Database) {
  const db = database.query.withTables<Tables>();

  const results = createResultStore(database);
  const remove = async (id: string): Promise<boolean> => {
    const isRemoved = await deletesAny(db.deleteFrom('evaluation_runs').where('id', '=', id));
    await results.remove(id);
    return isRemoved;
  };
  const head = async (id: string): Promise<RunHead | undefined> => {
    const row = await db
      .selectFrom('evaluation_runs')
      .select(headColumns)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && headOf(row);
  };

  return {
    head,
    remove,
    done: results.done,
    results: results.all,

    /** Saves the result of a case; false when the run was deleted meanwhile, and then nothing is saved. */
    async addResult(runId: string, position: number, result: CaseResult): Promise<boolean> {
      await results.add(runId, position, result);
      // Checked after the write, because a deletion removes the run before its results.
      if (await head(runId)) return true;
      await remove(runId);
      return false;
    },

    async add(run: RunHead, setup: RunSetup, cases: readonly EvaluationCase[]): Promise<void> {
      const { name, datasetId, error } = run;
      await database.durable((tx) =>
        tx
          .withTables<Tables>()
          .insertInto('evaluation_runs')
          .values({
            id: run.id,
            status: run.status,
            started_at: run.startedAt,
            ended_at: run.endedAt,
            total: run.total,
            head: JSON.stringify({ name, datasetId, error }),
            setup: JSON.stringify(setup),
            cases: JSON.stringify(cases),
          })
          .execute(),
      );
    },

    /** Newest first. */
    async heads(limit: number): Promise<readonly RunHead[]> {
      const rows = await db
        .selectFrom('evaluation_runs')
        .select(headColumns)
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(headOf);
    },

    async setup(id: string): Promise<RunSetup | undefined> {
      const row = await db
        .selectFrom('evaluation_runs')
        .select('setup')
        .where('id', '=', id)
        .executeTakeFirst();
      return row && RunSetup.parse(JSON.parse(row.setup));
    },

    async cases(id: string): Promise<readonly EvaluationCase[]> {
      const row = await db
        .selectFrom('evaluation_runs')
        .select('cases')
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? z.array(EvaluationCase).parse(JSON.parse(row.cases)) : [];
    },

    /** Saves the end of a run, once. */
    async end(run: RunHead, { status, endedAt, error, summary }: RunEnd): Promise<void> {
      const { name, datasetId } = run;
      await database.durable((tx) =>
        tx
          .withTables<Tables>()
          .updateTable('evaluation_runs')
          .set({
            status,
            ended_at: endedAt,
            head: JSON.stringify({ name, datasetId, error, summary }),
          })
          .where('id', '=', run.id)
          .where('status', '=', 'running')
          .execute(),
      );
    },

    /** Deletes the oldest ended runs beyond `kept`. */
    async forget(kept: number): Promise<void> {
      const old = await db
        .selectFrom('evaluation_runs')
        .select('id')
        .where('status', '<>', 'running')
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(20)
        .offset(kept)
        .execute();
      for (const { id } of old) await remove(id);
    },
  };
}

export type RunStore = ReturnType<typeof createRunStore>;
