import type { Database } from '../../kit/database.ts';
import { createBatchItems } from './store/items.ts';
import { createExcerptRecords } from './store/records.ts';

/** Records of the feature: excerpts by Docent, and articles of batches. */
export const createExcerptStore = (db: Database) => ({
  records: createExcerptRecords(db),
  items: createBatchItems(db),
});
