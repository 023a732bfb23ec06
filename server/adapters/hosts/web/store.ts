import type { Database } from '../../../kit/database.ts';
import { createPageRecords } from './store/pages.ts';
import { createSchedule } from './store/schedule.ts';

export { sourceGroup, type StoredArticle } from './store/pages.ts';
export type { KnownPage, NamedPage } from './store/schedule.ts';
export type { PageState } from './store/tables.ts';

/** The pages of a site, stored so that a restart fetches only changes. */
export const createPageStore = (database: Database, site: string) => ({
  ...createSchedule(database, site),
  ...createPageRecords(database, site),
});

export type PageStore = ReturnType<typeof createPageStore>;
