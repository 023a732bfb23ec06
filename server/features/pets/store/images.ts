import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export interface StoredImageRow {
  readonly id: string;
  readonly url: string;
  readonly createdAt: number;
}

/** The images that were stored, to find those that no pet uses. */
export const createImageRecords = (db: Kysely<Tables>) => ({
  async add(image: { id: string; url: string; petId: string; createdAt: number }): Promise<void> {
    const row = { id: image.id, url: image.url, pet_id: image.petId, created_at: image.createdAt };
    await db
      .insertInto('pet_images')
      .values(row)
      .onConflict((on) => on.column('id').doUpdateSet(row))
      .execute();
  },

  /** At most `limit` images stored before `time`, in order, after the given one. */
  async older(time: number, limit: number, after?: StoredImageRow): Promise<readonly StoredImageRow[]> {
    const rows = await db
      .selectFrom('pet_images')
      .select(['id', 'url', 'created_at'])
      .where('created_at', '<', time)
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('created_at', '>', after?.createdAt ?? 0),
            eb.and([eb('created_at', '=', after?.createdAt ?? 0), eb('id', '>', after?.id ?? '')]),
          ]),
        ),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ id: row.id, url: row.url, createdAt: row.created_at }));
  },

  async forget(id: string): Promise<void> {
    await db.deleteFrom('pet_images').where('id', '=', id).execute();
  },
});
