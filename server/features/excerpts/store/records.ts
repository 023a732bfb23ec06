import { slicesOf } from '../../../kit/slices.ts';
import type { Database } from '../../../kit/database.ts';
import type { ExcerptRow, ExcerptTables } from './tables.ts';

/** Record of an article's excerpt; fingerprints are `''` for none. */
export interface ExcerptRecord {
  readonly auto: boolean;
  readonly textHash: string;
  readonly intendedHash: string;
  readonly contentHash: string;
  readonly model: string;
  /** Epoch milliseconds, 0 for never. */
  readonly writtenAt: number;
  readonly seenRevision: string;
  readonly seenHash: string;
  readonly triedHash: string;
}

const nothing: ExcerptRecord = {
  auto: false,
  textHash: '',
  intendedHash: '',
  contentHash: '',
  model: '',
  writtenAt: 0,
  seenRevision: '',
  seenHash: '',
  triedHash: '',
};

/** Rows or ids per statement. */
const atOnce = 500;
const site = 'site';

export function createExcerptRecords(database: Database) {
  const db = database.query.withTables<ExcerptTables>();

  /** Updates the given fields only. */
  const put = async (articleId: string, change: Partial<ExcerptRecord>): Promise<void> => {
    await db
      .insertInto('excerpts')
      .values({ article_id: articleId, ...rowOf({ ...nothing, ...change }) })
      .onConflict((on) => on.column('article_id').doUpdateSet(partOf(change)))
      .execute();
  };

  return {
    put,

    async read(articleId: string): Promise<ExcerptRecord | undefined> {
      const row = await db
        .selectFrom('excerpts')
        .selectAll()
        .where('article_id', '=', articleId)
        .executeTakeFirst();
      return row && recordOf(row);
    },

    /** Existing records by article id. */
    async several(articleIds: readonly string[]): Promise<ReadonlyMap<string, ExcerptRecord>> {
      if (articleIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('excerpts')
        .selectAll()
        .where('article_id', 'in', [...articleIds])
        .execute();
      return new Map(rows.map((row) => [row.article_id, recordOf(row)]));
    },

    async all(): Promise<ReadonlyMap<string, ExcerptRecord>> {
      const rows = await db.selectFrom('excerpts').selectAll().execute();
      return new Map(rows.map((row) => [row.article_id, recordOf(row)]));
    },

    /** True when any article has automatic updates on. */
    hasAuto: async (): Promise<boolean> =>
      (await db.selectFrom('excerpts').select('article_id').where('auto', '=', 1).limit(1).execute()).length >
      0,

    isTracking: async (): Promise<boolean> =>
      (await db.selectFrom('excerpt_follow').select('name').where('name', '=', site).execute()).length > 0,

    /** Stores the ids of current articles, to recognize those that are added or changed later. */
    async startTracking(
      articles: readonly { readonly id: string; readonly revision: string }[],
      at: number,
    ): Promise<void> {
      await database.durable(async (tx) => {
        const writing = tx.withTables<ExcerptTables>();
        for (const slice of slicesOf(articles, atOnce)) {
          const rows = slice.map(({ id, revision }) => ({
            article_id: id,
            ...rowOf({ ...nothing, seenRevision: revision }),
          }));
          await writing
            .insertInto('excerpts')
            .values(rows)
            .onConflict((on) =>
              on
                .column('article_id')
                .doUpdateSet((eb) => ({ seen_revision: eb.ref('excluded.seen_revision'), seen_hash: '' }))
                .where('excerpts.text_hash', '=', '')
                .where('excerpts.auto', '=', 0),
            )
            .execute();
        }
        await writing
          .insertInto('excerpt_follow')
          .values({ name: site, since: at })
          .onConflict((on) => on.column('name').doNothing())
          .execute();
      });
    },

    async stopTracking(): Promise<void> {
      await db.deleteFrom('excerpt_follow').where('name', '=', site).execute();
    },

    /** Deletes records of missing articles written before `before`. */
    async deleteStale(articleIds: readonly string[], before: number): Promise<void> {
      for (const slice of slicesOf(articleIds, atOnce)) {
        await db
          .deleteFrom('excerpts')
          .where('article_id', 'in', slice)
          .where('written_at', '<', before)
          .execute();
      }
    },
  };
}

export type ExcerptRecords = ReturnType<typeof createExcerptRecords>;

const rowOf = (record: ExcerptRecord): Omit<ExcerptRow, 'article_id'> => ({
  auto: record.auto ? 1 : 0,
  text_hash: record.textHash,
  intended_hash: record.intendedHash,
  content_hash: record.contentHash,
  model: record.model,
  written_at: record.writtenAt,
  seen_revision: record.seenRevision,
  seen_hash: record.seenHash,
  tried_hash: record.triedHash,
});

const columns = {
  auto: 'auto',
  textHash: 'text_hash',
  intendedHash: 'intended_hash',
  contentHash: 'content_hash',
  model: 'model',
  writtenAt: 'written_at',
  seenRevision: 'seen_revision',
  seenHash: 'seen_hash',
  triedHash: 'tried_hash',
} as const satisfies Record<keyof ExcerptRecord, keyof ExcerptRow>;

/** Columns of a change. */
function partOf(change: Partial<ExcerptRecord>): Partial<ExcerptRow> {
  const row = rowOf({ ...nothing, ...change });
  const named = new Set<string>(
    Object.entries(columns).flatMap(([field, column]) => (field in change ? [column] : [])),
  );
  return Object.fromEntries(Object.entries(row).filter(([column]) => named.has(column)));
}

const recordOf = (row: ExcerptRow): ExcerptRecord => ({
  auto: row.auto === 1,
  textHash: row.text_hash,
  intendedHash: row.intended_hash,
  contentHash: row.content_hash,
  model: row.model,
  writtenAt: row.written_at,
  seenRevision: row.seen_revision,
  seenHash: row.seen_hash,
  triedHash: row.tried_hash,
});
