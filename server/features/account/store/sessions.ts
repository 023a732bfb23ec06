import type { Database } from '../../../kit/database.ts';
import type { SessionRow, Tables } from './tables.ts';

/** Sessions of the administrator. */
export function createSessionRecords(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    session: (hash: string): Promise<SessionRow | undefined> =>
      db.selectFrom('admin_sessions').selectAll().where('hash', '=', hash).executeTakeFirst(),

    async openSession(row: SessionRow): Promise<void> {
      await db.insertInto('admin_sessions').values(row).execute();
    },

    async prolongSession(hash: string, expiresAt: number): Promise<void> {
      await db
        .updateTable('admin_sessions')
        .set({ expires_at: expiresAt })
        .where('hash', '=', hash)
        .execute();
    },

    async forgetSessions(expiredBefore: number): Promise<void> {
      await db.deleteFrom('admin_sessions').where('expires_at', '<', expiredBefore).execute();
    },

    async closeSession(hash: string): Promise<void> {
      await db.deleteFrom('admin_sessions').where('hash', '=', hash).execute();
    },
  };
}
