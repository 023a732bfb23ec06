import { sql, type ExpressionBuilder } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import type { Term } from '../../../ports/host.ts';
import { toArticle, type IndexedArticle } from './rows.ts';
import type { KnowledgeTables } from './tables.ts';

/** Which heads the console lists; `size` 0 for all. */
export interface HeadQuery {
  readonly keyword: string;
  readonly status: 'all' | HeadStatus;
  readonly sort: 'asc' | 'desc';
  readonly page: number;
  readonly size: number;
}

export type HeadStatus = 'indexed' | 'failed' | 'not_indexed';

/** A page of heads, and how many articles there are. */
export interface HeadPage {
  readonly articles: readonly IndexedArticle[];
  /** Articles that match the filters. */
  readonly total: number;
  readonly counts: Readonly<Record<'all' | HeadStatus, number>>;
}

/** What an article says of where it belongs. */
export type ToldHead = Pick<IndexedArticle, 'id' | 'url' | 'tags' | 'categories'>;

/** Heads per query where all are read: more at once take no less time, but more memory, since those of a page outlive the tidying of short-lived data. */
const headsAtOnce = 200;
/** Lists of heads of articles that are there, read from the database. */
export function createHeadLists(database: Database) {
  const db = database.query.withTables<KnowledgeTables>();
  const present = (generation: number) =>
    db.selectFrom('indexed_articles').where('generation', '=', generation).where('state', '<>', 'removed');

  return {
    /** What articles say of where they belong, a page at a time; with `like` those whose terms or address contain one of each list at least. */
    async *toldHeads(
      generation: number,
      like: readonly HeadLike[] = [],
    ): AsyncGenerator<readonly ToldHead[]> {
      const termsOf = createTermReader();
      for (let after = ''; ;) {
        let query = present(generation)
          .select(['id', 'url', 'tags', 'categories'])
          .where('id', '>', after)
          .orderBy('id')
          .limit(headsAtOnce);
        for (const { field, parts } of like) query = query.where(containsOne(field, parts));
        const rows = await query.execute();
        if (rows.length > 0)
          yield rows.map(({ id, url, tags, categories }) => ({
            id,
            url,
            tags: termsOf(tags),
            categories: termsOf(categories),
          }));
        const last = rows.at(-1);
        if (!last || rows.length < headsAtOnce) return;
        after = last.id;
      }
    },

    /** A page of the list for the console. */
    async headPage(generation: number, query: HeadQuery): Promise<HeadPage> {
      const { status, sort, page, size } = query;
      const keyword = query.keyword.trim();
      let matching = present(generation);
      if (status !== 'all') matching = matching.where(statusOf, '=', status);
      if (keyword !== '') matching = matching.where(containsOne('title', [keyword, keyword.toLowerCase()]));
      let listed = matching
        .selectAll()
        .orderBy((eb) => eb.case().when('created_at', '=', '').then(1).else(0).end())
        .orderBy('created_at', sort)
        .orderBy('id');
      if (size > 0) listed = listed.limit(size).offset((page - 1) * size);
      const [rows, found, all] = await Promise.all([
        listed.execute(),
        matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst(),
        present(generation)
          .select((eb) => [statusOf(eb).as('status'), eb.fn.countAll<number>().as('count')])
          .groupBy(sql.ref('status'))
          .execute(),
      ]);
      const count = (one: HeadStatus) => all.find((row) => row.status === one)?.count ?? 0;
      const counts = {
        indexed: count('indexed'),
        failed: count('failed'),
        not_indexed: count('not_indexed'),
      };
      return {
        articles: rows.map(toArticle),
        total: found?.count ?? 0,
        counts: { ...counts, all: counts.indexed + counts.failed + counts.not_indexed },
      };
    },
  };
}

/** Reads stored terms; articles share most of theirs. */
function createTermReader(): (stored: string) => Term[] {
  const known = new Map<string, Term[]>();
  return (stored) => {
    const read = known.get(stored);
    if (read) return read;
    const terms = JSON.parse(stored) as Term[];
    if (known.size < MOST_KNOWN) known.set(stored, terms);
    return terms;
  };
}

const MOST_KNOWN = 5_000;

/** Texts of which a field contains one, whatever their case. */
export interface HeadLike {
  readonly field: 'url' | 'tags' | 'categories' | 'title';
  readonly parts: readonly string[];
}

const containsOne = (field: HeadLike['field'], parts: readonly string[]) => {
  const tests = parts.map((part) => {
    // No stored text has NUL, which PostgreSQL refuses.
    const pattern = `%${part.replaceAll('\0', '').replaceAll(/[\\%_]/g, '\\$&')}%`;
    return sql<boolean>`(${sql.ref(field)} like ${pattern} escape '\\' or lower(${sql.ref(field)}) like ${pattern} escape '\\')`;
  });
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
};

const statusOf = (eb: ExpressionBuilder<KnowledgeTables, 'indexed_articles'>) =>
  eb
    .case()
    .when('state', '=', 'failed')
    .then('failed')
    .when(eb.and([eb('state', '=', 'indexed'), eb('chunk_count', '>', 0)]))
    .then('indexed')
    .else('not_indexed')
    .end();
