import type { Database } from '../../../../kit/database.ts';
import { sourceGroup } from './pages.ts';
import { webPageMigrations, type Tables } from './tables.ts';

/** Deletes the pages of all sources but these. */
export async function keepPagesOf(database: Database, sources: ReadonlySet<string>): Promise<void> {
  await database.migrate(webPageMigrations);
  const kept = [...sources].map(sourceGroup);
  const db = database.query.withTables<Tables>();
  const stored = await db
    .selectFrom('web_pages')
    .select('site')
    .distinct()
    .where('site', 'like', '~%')
    .execute();
  const gone = stored.map(({ site }) => site).filter((site) => !kept.some((group) => site.startsWith(group)));
  if (gone.length > 0) await db.deleteFrom('web_pages').where('site', 'in', gone).execute();
}
