import type { Database, Migration } from '../../kit/database.ts';

type Tables = {
  mind_maps: {
    article_id: string;
    markdown: string;
    /** Fingerprint of the article text the map was drawn from. */
    content_hash: string;
    /** Fingerprint of the settings it was drawn with. */
    settings_hash: string;
    created_at: number;
  };
};

export const mindmapMigrations: readonly Migration[] = [
  {
    name: 'mindmap/1',
    up: async (db) => {
      await db.schema
        .createTable('mind_maps')
        .addColumn('article_id', 'text', (column) => column.primaryKey())
        .addColumn('markdown', 'text', (column) => column.notNull())
        .addColumn('content_hash', 'text', (column) => column.notNull())
        .addColumn('settings_hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
];

/** A cached map and the fingerprints that tell whether it is stale. */
export interface MindMap {
  readonly markdown: string;
  readonly contentHash: string;
  readonly settingsHash: string;
}

export function createMindmapStore(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    async read(articleId: string): Promise<MindMap | undefined> {
      const row = await db
        .selectFrom('mind_maps')
        .selectAll()
        .where('article_id', '=', articleId)
        .executeTakeFirst();
      return (
        row && { markdown: row.markdown, contentHash: row.content_hash, settingsHash: row.settings_hash }
      );
    },

    async write(articleId: string, map: MindMap, now: number): Promise<void> {
      const row = {
        markdown: map.markdown,
        content_hash: map.contentHash,
        settings_hash: map.settingsHash,
        created_at: now,
      };
      await db
        .insertInto('mind_maps')
        .values({ article_id: articleId, ...row })
        .onConflict((on) => on.column('article_id').doUpdateSet(row))
        .execute();
    },
  };
}

export type MindmapStore = ReturnType<typeof createMindmapStore>;
