import { sql, type Kysely } from 'kysely';
import { bytesType, type Database, type Engine } from '../../../../kit/database.ts';
import type { ImageStore } from '../stores.ts';

type Tables = {
  site_images: {
    name: string;
    media_type: string;
    file_name: string;
    owner_mark: string;
    created_at: number;
    bytes: Uint8Array;
  };
};

/** Schema step of the images. */
export async function imageTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('site_images')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('owner_mark', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('bytes', bytesType(engine), (column) => column.notNull())
    .execute();
  // Pictures are compressed already.
  if (engine === 'postgres')
    await sql`alter table site_images alter column bytes set storage external`.execute(db);
}

/** The images in the database. */
export function createImageStore(db: Database): ImageStore {
  const tables = db.query.withTables<Tables>();
  return {
    async add({ name, mediaType, fileName, ownerMark, createdAt, bytes }) {
      await db.durable(async (tx) => {
        await tx
          .withTables<Tables>()
          .insertInto('site_images')
          .values({
            name,
            media_type: mediaType,
            file_name: fileName.replaceAll('\0', ''),
            owner_mark: ownerMark.replaceAll('\0', ''),
            created_at: createdAt,
            bytes,
          })
          .onConflict((on) => on.doNothing())
          .execute();
      });
    },
    async get(name) {
      const row = await tables
        .selectFrom('site_images')
        .select(['bytes', 'media_type'])
        .where('name', '=', name)
        .executeTakeFirst();
      return row && { bytes: row.bytes, mediaType: row.media_type };
    },
    async delete(name) {
      await db.durable(async (tx) => {
        await tx.withTables<Tables>().deleteFrom('site_images').where('name', '=', name).execute();
      });
    },
  };
}
