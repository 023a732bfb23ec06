import type { Database } from '../../kit/database.ts';
import { createBatchItems } from './store/items.ts';
import { createExcerptRecords } from './store/records.ts';

/** The feature's records: what Docent wrote for which article, and the articles of batches. */
export const createExcerptStore = (db: Database) => ({
  records: createExcerptRecords(db),
  items: createBatchItems(db),
});
