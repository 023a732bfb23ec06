import { mostFrequent, type CountedReason } from './counted-reasons.ts';
import { cellOf, wordsInCell, type Words } from '../../../kit/explained.ts';
import { sql } from 'kysely';
import type { Database } from '../../../kit/database.ts';
import type { PageArticle } from './extract/read-page.ts';
import { readerVersion } from './extract/reader-version.ts';
import type { PageRow, PageState, Tables } from './store/tables.ts';

export type { PageState } from './store/tables.ts';

/** State of one address of the site. */
export interface KnownPage {
  /** Path and query from the root of the host. */
  readonly path: string;
  readonly state: PageState;
  /** Modification date as announced by the site. */
  readonly said: string;
  readonly etag: string;
  readonly lastModified: string;
  readonly failures: number;
  /** Reason why it is no article; `''` when it is one. */
  readonly reason: Words;
  /** Revision of the article read last; `''` when there is none. */
  readonly revision: string;
}

/** Result of a visit to a page. */
export interface Visit {
  readonly path: string;
  readonly state: PageState;
  /** Reason why it is no article; `undefined` keeps the stored one. */
  readonly reason: Words | undefined;
  readonly etag: string;
  readonly lastModified: string;
  readonly checkedAt: number;
  readonly dueAt: number;
  readonly failures: number;
  /** `undefined` when nothing was read; the stored article stays. */
  readonly article?: StoredArticle | undefined;
}

export interface StoredArticle extends PageArticle {
  /** Canonical path. */
  readonly url: string;
  readonly revision: string;
}

/** An address in a list or link. */
export interface NamedPage {
  readonly path: string;
  readonly said: string;
}

/** Rows per statement. */
const batch = 200;

/** The pages of a site, stored so that a restart fetches only changes. */
export const createPageStore = (database: Database, site: string) => {
  const db = database.query.withTables<Tables>();
  const own = () => db.selectFrom('web_pages').where('site', '=', site);

  return {
    /** Adds addresses; a known one becomes due when its announced date has changed. */
    async note(pages: readonly NamedPage[], now: number): Promise<void> {
      for (let from = 0; from < pages.length; from += batch) {
        const rows = pages.slice(from, from + batch).map((page) => newRow(site, page, now));
        await db
          .insertInto('web_pages')
          .values(rows)
          .onConflict((on) =>
            on
              .columns(['site', 'path'])
              .doUpdateSet((eb) => ({ said: eb.ref('excluded.said'), due_at: now }))
              .where((eb) =>
                eb.and([eb('excluded.said', '!=', ''), eb('web_pages.said', '!=', eb.ref('excluded.said'))]),
              ),
          )
          .execute();
      }
    },

    /** Makes addresses due now. */
    async recheck(paths: readonly string[], now: number): Promise<void> {
      for (let from = 0; from < paths.length; from += batch)
        await db
          .updateTable('web_pages')
          .set({ due_at: now })
          .where('site', '=', site)
          .where('path', 'in', paths.slice(from, from + batch))
          .where('due_at', '>', now)
          .execute();
    },

    /** Makes all addresses without an announced date due now. */
    async recheckUndated(now: number): Promise<void> {
      await db
        .updateTable('web_pages')
        .set({ due_at: now })
        .where('site', '=', site)
        .where('said', '=', '')
        .where('due_at', '>', now)
        .execute();
    },

    /** Addresses with an announced date. */
    dated: async (): Promise<readonly string[]> =>
      (await own().select('path').where('said', '!=', '').execute()).map(({ path }) => path),

    /** Removes the announced dates of addresses that are on no list any more, and makes them due. */
    async undate(paths: readonly string[], now: number): Promise<void> {
      for (let from = 0; from < paths.length; from += batch)
        await db
          .updateTable('web_pages')
          .set({ due_at: now, said: '' })
          .where('site', '=', site)
          .where('path', 'in', paths.slice(from, from + batch))
          .execute();
    },

    /** Makes pages due that a clock has put off which was ahead: until later than `latest`. */
    async bringForward(latest: number, now: number): Promise<void> {
      await db
        .updateTable('web_pages')
        .set({ due_at: now })
        .where('site', '=', site)
        .where('due_at', '>', latest)
        .execute();
    },

    /** Makes the next visit read the page in full, changed or not. */
    async forgetValidators(path: string, now: number): Promise<void> {
      await db
        .updateTable('web_pages')
        .set({ etag: '', last_modified: '', due_at: now })
        .where('site', '=', site)
        .where('path', '=', path)
        .execute();
    },

    /**
     * Makes the pages that an earlier version of the reader has read due one after another, and their next visits read
     * them in full. Returns their number.
     */
    async readOlderAgain(now: number, apartMs: number): Promise<number> {
      const { rows } = await sql`
        update web_pages set etag = '', last_modified = '',
          due_at = case when due_at < older.due then due_at else older.due end
        from (
          select path as older_path, ${now} + ${apartMs} * row_number() over (order by path) as due from web_pages
          where site = ${site} and reader < ${readerVersion} and state in ('article', 'left-out', 'failed')
        ) as older
        where site = ${site} and path = older.older_path returning path`.execute(db);
      return rows.length;
    },

    /** Due pages, new ones first. */
    due: async (now: number, limit: number): Promise<readonly KnownPage[]> => {
      const rows = await own()
        .select(['path', 'state', 'said', 'etag', 'last_modified', 'failures', 'reason', 'revision'])
        .where('due_at', '<=', now)
        .orderBy((eb) => eb.case().when('state', '=', 'new').then(0).else(1).end())
        .orderBy('due_at')
        .limit(limit)
        .execute();
      return rows.map(({ last_modified: lastModified, ...row }) => ({
        ...row,
        lastModified,
        reason: wordsInCell(row.reason),
      }));
    },

    async save(visit: Visit): Promise<void> {
      const article = visit.article;
      await db
        .updateTable('web_pages')
        .set({
          state: visit.state,
          ...(visit.reason !== undefined && { reason: cellOf(visit.reason) }),
          etag: visit.etag,
          last_modified: visit.lastModified,
          checked_at: visit.checkedAt,
          due_at: visit.dueAt,
          failures: visit.failures,
          ...(visit.state !== 'failed' && { reader: readerVersion }),
          ...(article && { revision: article.revision, head: headOf(article), html: article.html }),
          ...((visit.state === 'left-out' || visit.state === 'gone') && { revision: '', head: '', html: '' }),
        })
        .where('site', '=', site)
        .where('path', '=', visit.path)
        .execute();
    },

    async remove(path: string): Promise<void> {
      await db.deleteFrom('web_pages').where('site', '=', site).where('path', '=', path).execute();
    },

    /** State of every page by path. */
    states: async (): Promise<ReadonlyMap<string, PageState>> =>
      new Map((await own().select(['path', 'state']).execute()).map(({ path, state }) => [path, state])),

    /** Number of pages by state. */
    async counts(): Promise<Readonly<Partial<Record<PageState, number>>>> {
      const rows = await own()
        .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute();
      return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    },

    /** Time at which the next page is due; `undefined` without pages. */
    async nextDue(): Promise<number | undefined> {
      const row = await own()
        .select((eb) => eb.fn.min('due_at').as('due'))
        .executeTakeFirst();
      return row?.due ?? undefined;
    },

    /** Reasons for leaving pages out, most frequent first. */
    reasons: async (limit: number): Promise<readonly CountedReason[]> =>
      mostFrequent(
        await own()
          .select(['reason', (eb) => eb.fn.countAll<number>().as('count')])
          .where('reason', '!=', '')
          .groupBy('reason')
          .execute(),
        limit,
      ),

    /** The articles without text, by path; failed pages count with their last content. */
    async *heads(): AsyncGenerator<{ readonly path: string; readonly article: Omit<StoredArticle, 'html'> }> {
      for (let after: string | undefined = ''; after !== undefined;) {
        const rows: readonly { path: string; head: string }[] = await own()
          .select(['path', 'head'])
          .where('head', '!=', '')
          .where('path', '>', after)
          .orderBy('path')
          .limit(1_000)
          .execute();
        for (const { path, head } of rows)
          yield { path, article: JSON.parse(head) as Omit<StoredArticle, 'html'> };
        after = rows.at(-1)?.path;
      }
    },

    async article(path: string): Promise<StoredArticle | undefined> {
      const row = await own().select(['head', 'html']).where('path', '=', path).executeTakeFirst();
      return row && row.head !== ''
        ? { ...(JSON.parse(row.head) as Omit<StoredArticle, 'html'>), html: row.html }
        : undefined;
    },

    /** Deletes the pages of other sites. */
    async forgetOthers(): Promise<void> {
      await db.deleteFrom('web_pages').where('site', '!=', site).execute();
    },
  };
};

export type PageStore = ReturnType<typeof createPageStore>;

const newRow = (site: string, { path, said }: NamedPage, now: number): PageRow => ({
  site,
  path,
  said,
  state: 'new',
  reason: '',
  etag: '',
  last_modified: '',
  checked_at: 0,
  due_at: now,
  failures: 0,
  revision: '',
  head: '',
  html: '',
  reader: 0,
});

const headOf = (article: StoredArticle): string => JSON.stringify({ ...article, html: undefined });
