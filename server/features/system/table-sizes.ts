import type { TableSizes } from '../../../contract/system.ts';
import type { Database } from '../../kit/database.ts';

/** The sizes of the tables; requests at the same time share one reading, since it reads the whole database. */
export function createTableSizes(db: Pick<Database, 'sizes'>): () => Promise<TableSizes> {
  let reading: Promise<TableSizes> | undefined;
  const read = async (): Promise<TableSizes> => {
    try {
      const tables = await db.sizes();
      return {
        bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
        tables: tables.map(({ table, bytes }) => ({ table, bytes })),
      };
    } finally {
      reading = undefined;
    }
  };
  return () => (reading ??= read());
}
