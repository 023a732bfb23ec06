import type { Kysely } from 'kysely';
import { bytesType, type Database, type Migration } from '../../kit/database.ts';
import { PetRecord } from './record.ts';

type Tables = {
  pets: {
    id: string;
    /** Version for optimistic locking, incremented by every write. */
    version: number;
    record: string;
    created_at: number;
  };
  /** Images stored by this service; no others are ever deleted. */
  pet_images: { id: string; url: string; pet_id: string; created_at: number };
  /** Inputs of jobs that are too large for the job's row; deleted with the job. */
  pet_uploads: { id: string; bytes: Uint8Array; created_at: number };
};

export const petMigrations: readonly Migration[] = [
  {
    name: 'pets/1',
    up: async (db, engine) => {
      await db.schema
        .createTable('pets')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('version', 'integer', (column) => column.notNull())
        .addColumn('record', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('pet_images')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('pet_id', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('pet_images_age').on('pet_images').columns(['created_at', 'id']).execute();
      await db.schema
        .createTable('pet_uploads')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('bytes', bytesType(engine), (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];

/** A record with the version it was read at. */
export interface StoredPet {
  readonly record: PetRecord;
  readonly version: number;
}

export interface StoredImageRow {
  readonly id: string;
  readonly url: string;
  readonly createdAt: number;
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

    images: {
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
    },

    uploads: {
      async add(id: string, bytes: Uint8Array, now: number): Promise<void> {
        await db.insertInto('pet_uploads').values({ id, bytes, created_at: now }).execute();
      },

      async read(id: string): Promise<Uint8Array | undefined> {
        const row = await db
          .selectFrom('pet_uploads')
          .select('bytes')
          .where('id', '=', id)
          .executeTakeFirst();
        return row?.bytes;
      },

      async remove(id: string): Promise<void> {
        await db.deleteFrom('pet_uploads').where('id', '=', id).execute();
      },

      async forget(before: number): Promise<void> {
        await db.deleteFrom('pet_uploads').where('created_at', '<', before).execute();
      },
    },
  };
}

export type PetStore = ReturnType<typeof createPetStore>;
