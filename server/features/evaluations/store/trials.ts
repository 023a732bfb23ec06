import { ModelTrial } from '../../../../contract/evaluations/model-trial.ts';
import type { Database } from '../../../kit/database.ts';
import type { Tables } from './tables.ts';

/** The last trial of each model. */
export function createTrialStore({ query }: Pick<Database, 'query'>) {
  const db = query.withTables<Tables>();
  return {
    async all(): Promise<readonly ModelTrial[]> {
      const rows = await db.selectFrom('model_trials').select('body').limit(1_000).execute();
      return rows.flatMap(({ body }) => {
        const read = ModelTrial.safeParse(JSON.parse(body));
        return read.success ? [read.data] : [];
      });
    },
    async save(trial: ModelTrial): Promise<void> {
      const body = JSON.stringify(trial);
      await db
        .insertInto('model_trials')
        .values({ model: trial.model, body })
        .onConflict((on) => on.column('model').doUpdateSet({ body }))
        .execute();
    },
  };
}

export type TrialStore = ReturnType<typeof createTrialStore>;
