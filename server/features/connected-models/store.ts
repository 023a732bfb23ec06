import type { Database } from '../../kit/database.ts';
import { createRecordStore, recordMigration } from '../../kit/records/record-store.ts';

const table = 'connected_models';

export const connectedModelMigrations = [recordMigration('connected-models/1', table)];

/** The stored list of models; keys in it are encrypted. */
export const createConnectedModelStore = (database: Database, topic: string) =>
  createRecordStore(database, table, topic);
