import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Input of jobs that is too large for them. */
export const createUploadRecords = (db: Kysely<Tables>) => ({
  async add(id: string, bytes: Uint8Array, now: number): Promise<void> {
    await db.insertInto('pet_uploads').values({ id, bytes, created_at: now }).execute();
  },

  async read(id: string): Promise<Uint8Array | undefined> {
    const row = await db.selectFrom('pet_uploads').select('bytes').where('id', '=', id).executeTakeFirst();
    return row?.bytes;
  },

  async remove(id: string): Promise<void> {
    await db.deleteFrom('pet_uploads').where('id', '=', id).execute();
  },

  async forget(before: number): Promise<void> {
    await db.deleteFrom('pet_uploads').where('created_at', '<', before).execute();
  },
});
