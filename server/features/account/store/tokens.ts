import type { Kysely } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import type { GeneratedTokenRow, Tables, TokenRow } from './tables.ts';

/** Tokens of programs, and the replacement of the generated one. */
export function createTokenRecords(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    tokens: (): Promise<TokenRow[]> =>
      db.selectFrom('admin_tokens').selectAll().orderBy('created_at').orderBy('id').execute(),

    tokenByHash: (hash: string): Promise<TokenRow | undefined> =>
      db.selectFrom('admin_tokens').selectAll().where('hash', '=', hash).executeTakeFirst(),

    /** Adds a token; false when there are already `most`. */
    addToken: (row: TokenRow, most: number): Promise<boolean> =>
      database.durable(async (transaction) => {
        const tx = transaction.withTables<Tables>();
        const { count } = await tx
          .selectFrom('admin_tokens')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= most) return false;
        await tx.insertInto('admin_tokens').values(row).execute();
        return true;
      }),

    async touchToken(id: string, usedAt: number): Promise<void> {
      await db.updateTable('admin_tokens').set({ last_used_at: usedAt }).where('id', '=', id).execute();
    },

    /** The deleted token; `undefined` when there was none. */
    deleteToken: (id: string): Promise<TokenRow | undefined> =>
      db.deleteFrom('admin_tokens').where('id', '=', id).returningAll().executeTakeFirst(),

    /** Replacement of the generated token; `undefined` while the original is in force. */
    generatedToken: (): Promise<GeneratedTokenRow | undefined> =>
      db.selectFrom('admin_generated_token').select(['hash', 'hint', 'changed_at']).executeTakeFirst(),

    replaceGeneratedToken: (row: GeneratedTokenRow): Promise<void> =>
      database.durable((tx) => putGeneratedToken(tx.withTables<Tables>(), row)),
  };
}

export async function putGeneratedToken(tx: Kysely<Tables>, row: GeneratedTokenRow): Promise<void> {
  await tx
    .insertInto('admin_generated_token')
    .values({ id: 1, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute();
}
