import { bytesType, type Migration } from '../../../kit/database.ts';

export type Tables = {
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
