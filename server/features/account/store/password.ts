import type { Database } from '../../../kit/database.ts';
import type { SessionRow, Tables } from './tables.ts';
import { putGeneratedToken } from './tokens.ts';

interface PasswordChange {
  readonly hash: string;
  readonly changedAt: number;
  readonly kept: Pick<SessionRow, 'hash' | 'mark'> | undefined;
  readonly revokeTokens: boolean;
}

/** The password changed in the console. */
export function createPasswordRecords(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    /** Hash of the password changed in the console. */
    async changedPassword(): Promise<string | undefined> {
      return (await db.selectFrom('admin_password').select('hash').executeTakeFirst())?.hash;
    },

    /**
     * Replaces the password. Only the session `kept` stays open, with its new mark; deletes all tokens if requested.
     */
    changePassword: ({ hash, changedAt, kept, revokeTokens }: PasswordChange): Promise<void> =>
      database.durable(async (transaction) => {
        const tx = transaction.withTables<Tables>();
        await tx
          .insertInto('admin_password')
          .values({ id: 1, hash, changed_at: changedAt })
          .onConflict((row) => row.column('id').doUpdateSet({ hash, changed_at: changedAt }))
          .execute();
        await tx
          .deleteFrom('admin_sessions')
          .where('hash', '!=', kept?.hash ?? '')
          .execute();
        if (kept)
          await tx
            .updateTable('admin_sessions')
            .set({ mark: kept.mark })
            .where('hash', '=', kept.hash)
            .execute();
        if (!revokeTokens) return;
        await tx.deleteFrom('admin_tokens').execute();
        await putGeneratedToken(tx, { hash: '', hint: '', changed_at: changedAt });
      }),
  };
}
