import type { Kysely } from 'kysely';
import type { Database } from '../../kit/database.ts';
import { PetRecord } from './record.ts';
import { createImageRecords } from './store/images.ts';
import type { Tables } from './store/tables.ts';
import { createUploadRecords } from './store/uploads.ts';

export type { StoredImageRow } from './store/images.ts';
export { petMigrations } from './store/tables.ts';

/** A record with the version it was read at. */
export interface StoredPet {
  readonly record: PetRecord;
  readonly version: number;
}

export function createPetStore(database: Database) {
  const db = database.query.withTables<Tables>();
  const durable = <T>(work: (tx: Kysely<Tables>) => Promise<T>): Promise<T> =>
    database.durable((tx) => work(tx.withTables<Tables>()));
  const toStored = ({ record, version }: Pick<Tables['pets'], 'record' | 'version'>): StoredPet => ({
    record: PetRecord.parse(JSON.parse(record)),
    version,
  });

  return {
    /** All records, newest first. */
    list: async (): Promise<readonly PetRecord[]> =>
      (
        await db.selectFrom('pets').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
      ).map((row) => toStored(row).record),

    async count(): Promise<number> {
      const row = await db
        .selectFrom('pets')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    async read(id: string): Promise<StoredPet | undefined> {
      const row = await db.selectFrom('pets').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toStored(row);
    },

    async insert(record: PetRecord): Promise<void> {
      const row = {
        id: record.id,
        version: 1,
        record: JSON.stringify(record),
        created_at: record.createdAt,
      };
      await durable((tx) => tx.insertInto('pets').values(row).execute());
    },

    /** Replaces the record; false when its version is no longer `version`. */
    async replace(record: PetRecord, version: number): Promise<boolean> {
      const row = await durable((tx) =>
        tx
          .updateTable('pets')
          .set({ record: JSON.stringify(record), version: version + 1 })
          .where('id', '=', record.id)
          .where('version', '=', version)
          .returning('id')
          .executeTakeFirst(),
      );
      return row !== undefined;
    },

    /** Deletes the record; false when its version is no longer `version`. */
    async remove(id: string, version: number): Promise<boolean> {
      const row = await durable((tx) =>
        tx
          .deleteFrom('pets')
          .where('id', '=', id)
          .where('version', '=', version)
          .returning('id')
          .executeTakeFirst(),
      );
      return row !== undefined;
    },

    images: createImageRecords(db),
    uploads: createUploadRecords(db),
  };
}

export type PetStore = ReturnType<typeof createPetStore>;
