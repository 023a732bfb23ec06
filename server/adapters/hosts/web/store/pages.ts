import { sql } from 'kysely';
import type { Database } from '../../../../kit/database.ts';
import { cellOf, wordsInCell, type Words } from '../../../../kit/explained.ts';
import { mostFrequent, type CountedReason } from '../counted-reasons.ts';
import type { PageArticle } from '../extract/read-page.ts';
import { readerVersion } from '../extract/reader-version.ts';
import { leastApartMs } from './schedule.ts';
import type { PageState, Tables } from './tables.ts';

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
  /** How often the page had been made due when the visit began; if it was again since, the next visit is due in a moment. */
  readonly asked: number;
  readonly failures: number;
  /** `undefined` when nothing was read; the stored article stays. */
  readonly article?: StoredArticle | undefined;
}

export interface StoredArticle extends PageArticle {
  /** Canonical path. */
  readonly url: string;
  readonly revision: string;
}

/** What the names of the sites of a source begin with, as the name of no host does; `''` for the site itself. */
export const sourceGroup = (source: string | undefined): string =>
  source === undefined ? '' : `~${source}/`;

/** The known pages of a site: what their last visits found, and the articles among them. */
export const createPageRecords = (database: Database, site: string) => {
  const db = database.query.withTables<Tables>();
  const own = () => db.selectFrom('web_pages').where('site', '=', site);

  return {
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
          due_at: sql<number>`case when asked = ${visit.asked} then cast(${visit.dueAt} as bigint) else cast(${visit.checkedAt + leastApartMs} as bigint) end`,
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

    /** The first pages that are left out, with the reasons. */
    leftOut: async (limit: number): Promise<readonly { readonly path: string; readonly reason: Words }[]> =>
      (
        await own()
          .select(['path', 'reason'])
          .where('reason', '!=', '')
          .where('state', 'in', ['left-out', 'failed'])
          .orderBy('path')
          .limit(limit)
          .execute()
      ).map(({ path, reason }) => ({ path, reason: wordsInCell(reason) })),

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

    /** Deletes the pages of other sites: those of its source, or those of no source. */
    async forgetOthers(): Promise<void> {
      const group = /^~[^/]*\//.exec(site)?.[0];
      await db
        .deleteFrom('web_pages')
        .where('site', '!=', site)
        .where('site', group ? 'like' : 'not like', `${group ?? '~'}%`)
        .execute();
    },
  };
};

const headOf = (article: StoredArticle): string => JSON.stringify({ ...article, html: undefined });
