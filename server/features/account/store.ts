import type { Kysely } from 'kysely';
import type { Database, Migration } from '../../kit/database.ts';

/** Secrets are stored as SHA-256 only; times are epoch milliseconds. */
type Tables = {
  admin_sessions: { hash: string; mark: string; created_at: number; expires_at: number };
  admin_tokens: {
    id: string;
    name: string;
    hash: string;
    hint: string;
    created_at: number;
    last_used_at: number | null;
  };
  /** At most one row: replacement of the generated token, `''` when it was revoked. */
  admin_generated_token: { id: number; hash: string; hint: string; changed_at: number };
  /** At most one row: the password changed in the console. */
  admin_password: { id: number; hash: string; changed_at: number };
  /** Login attempts by network, until the end of the window. */
  sign_in_attempts: { key: string; attempts: number; until: number };
};

export type SessionRow = Tables['admin_sessions'];
export type TokenRow = Tables['admin_tokens'];
export type GeneratedTokenRow = Omit<Tables['admin_generated_token'], 'id'>;

export const accountMigrations: readonly Migration[] = [
  {
    name: 'account/1',
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('admin_sessions')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('mark', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('admin_tokens')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('hint', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('last_used_at', 'bigint')
        .execute();
      await db.schema
        .createTable('admin_password')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: 'account/2',
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('admin_generated_token')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('hint', 'text', (column) => column.notNull())
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  {
    name: 'account/3',
    up: async (db: Kysely<unknown>) => {
      await db.schema
        .createTable('sign_in_attempts')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('attempts', 'bigint', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('sign_in_attempts_until').on('sign_in_attempts').column('until').execute();
    },
  },
];

/** Sessions, tokens and the changed password of the administrator. */
export function createAccountStore(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    session: (hash: string): Promise<SessionRow | undefined> =>
      db.selectFrom('admin_sessions').selectAll().where('hash', '=', hash).executeTakeFirst(),

    /** Adds a session and deletes expired ones. */
    async openSession(row: SessionRow): Promise<void> {
      await db.deleteFrom('admin_sessions').where('expires_at', '<', row.created_at).execute();
      await db.insertInto('admin_sessions').values(row).execute();
    },

    /**
     * Counts an attempt in the current window or in a new one; deletes ended windows, and those that a clock has begun
     * which was ahead.
     */
    async countAttempt(
      key: string,
      now: number,
      windowMs: number,
    ): Promise<{ readonly attempts: number; readonly until: number }> {
      await db
        .deleteFrom('sign_in_attempts')
        .where((eb) => eb.or([eb('until', '<=', now), eb('until', '>', now + 2 * windowMs)]))
        .execute();
      return db
        .insertInto('sign_in_attempts')
        .values({ key, attempts: 1, until: now + windowMs })
        .onConflict((on) =>
          on.column('key').doUpdateSet((eb) => ({ attempts: eb('sign_in_attempts.attempts', '+', 1) })),
        )
        .returning(['attempts', 'until'])
        .executeTakeFirstOrThrow();
    },

    async attemptsOf(key: string, now: number, windowMs: number): Promise<number> {
      const row = await db
        .selectFrom('sign_in_attempts')
        .select('attempts')
        .where('key', '=', key)
        .where('until', '>', now)
        .where('until', '<=', now + 2 * windowMs)
        .executeTakeFirst();
      return row?.attempts ?? 0;
    },

    async forgetAttempts(key: string): Promise<void> {
      await db.deleteFrom('sign_in_attempts').where('key', '=', key).execute();
    },

    async prolongSession(hash: string, expiresAt: number): Promise<void> {
      await db
        .updateTable('admin_sessions')
        .set({ expires_at: expiresAt })
        .where('hash', '=', hash)
        .execute();
    },

    async closeSession(hash: string): Promise<void> {
      await db.deleteFrom('admin_sessions').where('hash', '=', hash).execute();
    },

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

    /** False when there was none. */
    async deleteToken(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('admin_tokens').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Replacement of the generated token; `undefined` while the original is in force. */
    generatedToken: (): Promise<GeneratedTokenRow | undefined> =>
      db.selectFrom('admin_generated_token').select(['hash', 'hint', 'changed_at']).executeTakeFirst(),

    replaceGeneratedToken: (row: GeneratedTokenRow): Promise<void> =>
      database.durable((tx) => putGeneratedToken(tx.withTables<Tables>(), row)),

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

interface PasswordChange {
  readonly hash: string;
  readonly changedAt: number;
  readonly kept: Pick<SessionRow, 'hash' | 'mark'> | undefined;
  readonly revokeTokens: boolean;
}

async function putGeneratedToken(tx: Kysely<Tables>, row: GeneratedTokenRow): Promise<void> {
  await tx
    .insertInto('admin_generated_token')
    .values({ id: 1, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute();
}

export type AccountStore = ReturnType<typeof createAccountStore>;
