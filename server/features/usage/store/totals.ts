import type { Kysely } from 'kysely';
import type { TotalsTable, UsageTables } from './tables.ts';

const sums = [
  'calls',
  'prompt_tokens',
  'completion_tokens',
  'embedding_tokens',
  'images',
  'cost',
  'duration_ms',
  'estimated',
] as const;

/** Adds to the totals of a day and series. */
export async function addTotals(tx: Kysely<UsageTables>, row: TotalsTable): Promise<void> {
  await tx
    .insertInto('usage_totals')
    .values(row)
    .onConflict((on) =>
      on
        .columns(['day', 'series'])
        .doUpdateSet((eb) =>
          Object.fromEntries(
            sums.map((name) => [name, eb(`usage_totals.${name}`, '+', eb.ref(`excluded.${name}`))]),
          ),
        ),
    )
    .execute();
}
