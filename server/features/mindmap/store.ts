import { sql, type ExpressionBuilder } from 'kysely';
import { deletesAny, type Database, type Migration } from '../../kit/database.ts';

type Tables = {
  mind_maps: {
    article_id: string;
    markdown: string;
    /** Fingerprint of the article that the map is based on. */
    content_hash: string;
    /** Fingerprint of the settings it was generated with. */
    settings_hash: string;
    created_at: number;
    /** Revision of the article that was read last, and its fingerprint. */
    seen_revision: string;
    seen_hash: string;
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
  {
    name: 'mindmap/2',
    up: async (db) => {
      for (const name of ['seen_revision', 'seen_hash'])
        await db.schema
          .alterTable('mind_maps')
          .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
          .execute();
    },
  },
];

/** Fields that decide whether a map is stale, without its text. */
export interface MapRecord {
  readonly contentHash: string;
  readonly settingsHash: string;
  /** Time of generation in epoch milliseconds. */
  readonly createdAt: number;
  readonly seenRevision: string;
  readonly seenHash: string;
  /** False when the stored text is no map. */
  readonly readable: boolean;
}

/** A stored map. */
export interface DrawnMap {
  readonly markdown: string;
  readonly contentHash: string;
  readonly settingsHash: string;
  readonly createdAt: number;
  readonly revision: string;
}

/** Ids per query. */
const idsAtOnce = 500;

export function createMindmapStore(database: Database) {
  const db = database.query.withTables<Tables>();
  const records = () =>
    db.selectFrom('mind_maps').select((on) => [...recordColumns, readable(on).as('readable')]);

  return {
    async record(articleId: string): Promise<MapRecord | undefined> {
      const row = await records().where('article_id', '=', articleId).executeTakeFirst();
      return row && recordOf(row);
    },

    /** Records of all articles, or of the named ones. */
    async records(articleIds?: readonly string[]): Promise<ReadonlyMap<string, MapRecord>> {
      const rows = articleIds
        ? articleIds.length === 0
          ? []
          : await records().where('article_id', 'in', articleIds.slice(0, idsAtOnce)).execute()
        : await records().execute();
      return new Map(rows.map((row) => [row.article_id, recordOf(row)]));
    },

    async markdown(articleId: string): Promise<string> {
      const found = await this.markdowns([articleId]);
      return found.get(articleId) ?? '';
    },

    async markdowns(articleIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (articleIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('mind_maps')
        .select(['article_id', 'markdown'])
        .where('article_id', 'in', articleIds.slice(0, idsAtOnce))
        .execute();
      return new Map(rows.map((row) => [row.article_id, row.markdown]));
    },

    /** Sorted ids after `after`; for iterating over all maps. */
    async idsAfter(after: string): Promise<string[]> {
      const rows = await db
        .selectFrom('mind_maps')
        .select('article_id')
        .where('article_id', '>', after)
        .orderBy('article_id')
        .limit(idsAtOnce)
        .execute();
      return rows.map((row) => row.article_id);
    },

    async write(articleId: string, map: DrawnMap): Promise<void> {
      const row = {
        markdown: map.markdown,
        content_hash: map.contentHash,
        settings_hash: map.settingsHash,
        created_at: map.createdAt,
        seen_revision: map.revision,
        seen_hash: map.contentHash,
      };
      await db
        .insertInto('mind_maps')
        .values({ article_id: articleId, ...row })
        .onConflict((on) => on.column('article_id').doUpdateSet(row))
        .execute();
    },

    /** Stores the fingerprint of a revision, so that the article need not be read again. */
    async saw(articleId: string, revision: string, hash: string): Promise<void> {
      await db
        .updateTable('mind_maps')
        .set({ seen_revision: revision, seen_hash: hash })
        .where('article_id', '=', articleId)
        .execute();
    },

    /** False when there was none. */
    clear: (articleId: string): Promise<boolean> =>
      deletesAny(db.deleteFrom('mind_maps').where('article_id', '=', articleId)),
  };
}

export type MindmapStore = ReturnType<typeof createMindmapStore>;

const recordColumns = [
  'article_id',
  'content_hash',
  'settings_hash',
  'created_at',
  'seen_revision',
  'seen_hash',
] as const;

/** A map begins with its title. */
const readable = (on: ExpressionBuilder<Tables, 'mind_maps'>) =>
  on.case().when('markdown', 'like', '# _%').then(sql.lit(1)).else(sql.lit(0)).end();

type RecordRow = Pick<Tables['mind_maps'], (typeof recordColumns)[number]> & { readonly readable: number };

const recordOf = (row: RecordRow): MapRecord => ({
  contentHash: row.content_hash,
  settingsHash: row.settings_hash,
  createdAt: row.created_at,
  seenRevision: row.seen_revision,
  seenHash: row.seen_hash,
  readable: row.readable === 1,
});
