import type { TokenScope } from '../../../../contract/account.ts';
import type { Migration } from '../../../kit/database.ts';

/** Secrets are stored as SHA-256 only; times are epoch milliseconds. */
export type Tables = {
  admin_sessions: { hash: string; mark: string; created_at: number; expires_at: number };
  admin_tokens: {
    id: string;
    name: string;
    hash: string;
    hint: string;
    created_at: number;
    last_used_at: number | null;
    scope: TokenScope;
    expires_at: number | null;
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
    up: async (db) => {
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
    up: async (db) => {
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
    up: async (db) => {
      await db.schema
        .createTable('sign_in_attempts')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('attempts', 'bigint', (column) => column.notNull())
        .addColumn('until', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('sign_in_attempts_until').on('sign_in_attempts').column('until').execute();
    },
  },
  {
    name: 'account/4',
    up: async (db) => {
      await db.schema
        .alterTable('admin_tokens')
        .addColumn('scope', 'text', (column) => column.notNull().defaultTo('admin'))
        .execute();
      await db.schema.alterTable('admin_tokens').addColumn('expires_at', 'bigint').execute();
    },
  },
  {
    // Attempts were counted under addresses; they begin anew, under keyed hashes.
    name: 'account/5',
    up: async (db) => void (await db.deleteFrom('sign_in_attempts').execute()),
  },
];
