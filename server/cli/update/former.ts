import { join } from 'node:path';
import { z } from 'zod';
import { readIfThere, writeAtomically } from '../../adapters/atomic-file.ts';
import { postgresSteps } from '../../adapters/database/tables/postgres-steps.ts';
import type { Env } from '../../env.ts';
import { withServer } from '../../start/open-server.ts';
import { stepsIn } from '../../start/schema.ts';

const Former = z.object({
  from: z.string(),
  to: z.string(),
  at: z.string(),
  /** Schema steps that the former version knows. */
  steps: z.array(z.string()),
  /** Its backup, and the number of records in it by table; missing where there was no database. */
  archive: z.string().optional(),
  counts: z.record(z.string(), z.number()).default({}),
});

/** What an update has left to go back to. */
export type Former = z.infer<typeof Former>;

const noteIn = (aside: string): string => join(aside, 'update.json');

export const noteFormer = (aside: string, former: Former): Promise<void> =>
  writeAtomically(noteIn(aside), `${JSON.stringify(former, null, 2)}\n`);

/** The last update; `undefined` when none is known. */
export async function readFormer(aside: string): Promise<Former | undefined> {
  const text = await readIfThere(noteIn(aside));
  return text === undefined ? undefined : Former.safeParse(JSON.parse(text)).data;
}

/** Steps by which a newer version has changed the tables, so that the former one refuses them. */
export async function stepsSince(env: Env, former: Former): Promise<readonly string[]> {
  const known = new Set(former.steps);
  const steps =
    env.databaseUrl === undefined
      ? (stepsIn(env) ?? [])
      : await withServer(env, ({ query }) => postgresSteps(query));
  return steps.filter((step) => !known.has(step));
}
