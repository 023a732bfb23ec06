import { sql } from 'kysely';
import { slicesOf } from '../../../../kit/slices.ts';
import type { Database } from '../../../../kit/database.ts';
import { wordsInCell, type Words } from '../../../../kit/explained.ts';
import { readerVersion } from '../extract/reader-version.ts';
import type { PageRow, PageState, Tables } from './tables.ts';

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
  /** Version of the reader that has read it. */
  readonly reader: number;
  /** How often it was made due. */
  readonly asked: number;
}

/** An address in a list or link. */
export interface NamedPage {
  readonly path: string;
  readonly said: string;
}

/** Least time between two visits to a page, however often it is made due. */
export const leastApartMs = 500;
/** Rows per statement. */
const batch = 200;

/** When each known page of a site is visited next. */
export const createSchedule = (database: Database, site: string) => {
  const db = database.query.withTables<Tables>();
  const own = () => db.selectFrom('web_pages').where('site', '=', site);
  const makeDue = (at: number, also?: Partial<PageRow>) =>
    db.updateTable('web_pages').set(dueBy(at, also)).where('site', '=', site);

  return {
    /** Adds addresses; a known one becomes due when its announced date has changed, not when it gets its first one. */
    async note(pages: readonly NamedPage[], now: number): Promise<void> {
      for (const slice of slicesOf(pages, batch)) {
        const rows = slice.map((page) => newRow(site, page, now));
        await db
          .insertInto('web_pages')
          .values(rows)
          .onConflict((on) =>
            on
              .columns(['site', 'path'])
              .doUpdateSet({ said: sql<string>`excluded.said`, due_at: dueOf(now), asked: askedOf })
              .where((eb) =>
                eb.and([eb('excluded.said', '!=', ''), eb('web_pages.said', '!=', eb.ref('excluded.said'))]),
              ),
          )
          .execute();
      }
    },

    /** Makes addresses due now. */
    async recheck(paths: readonly string[], now: number): Promise<void> {
      for (const slice of slicesOf(paths, batch)) await makeDue(now).where('path', 'in', slice).execute();
    },

    /** Makes all addresses without an announced date due now. */
    async recheckUndated(now: number): Promise<void> {
      await makeDue(now).where('said', '=', '').execute();
    },

    /** Addresses with an announced date. */
    dated: async (): Promise<readonly string[]> =>
      (await own().select('path').where('said', '!=', '').execute()).map(({ path }) => path),

    /** Removes the announced dates of addresses that are on no list any more, and makes them due. */
    async undate(paths: readonly string[], now: number): Promise<void> {
      for (const slice of slicesOf(paths, batch))
        await makeDue(now, { said: '' }).where('path', 'in', slice).execute();
    },

    /** Removes all announced dates; pages that were read are due in turn. */
    forgetDates: async (turn: Turn) => void (await withoutDates(site, turn).execute(db)),

    /** Makes pages due whose next visit is later than `latest`, which means that it was set by a clock that was ahead. */
    async bringForward(latest: number, now: number): Promise<void> {
      await makeDue(now).where('due_at', '>', latest).execute();
    },

    /** Makes the next visit read the page in full, changed or not. */
    async forgetValidators(path: string, now: number): Promise<void> {
      await makeDue(now, { etag: '', last_modified: '' }).where('path', '=', path).execute();
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
        .select([
          'path',
          'state',
          'said',
          'etag',
          'last_modified',
          'failures',
          'reason',
          'revision',
          'reader',
          'asked',
        ])
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

    /** Time at which the next page is due; `undefined` without pages. */
    async nextDue(): Promise<number | undefined> {
      const row = await own()
        .select((eb) => eb.fn.min('due_at').as('due'))
        .executeTakeFirst();
      return row?.due ?? undefined;
    },
  };
};

/**
 * Makes the next visit due at a time, unless it is earlier already, and sets the columns in `also`. A visit that is under way no longer
 * counts as one of the page as it is.
 */
const dueBy = (at: number, also: Partial<PageRow> = {}) => ({
  ...also,
  asked: sql<number>`asked + 1`,
  due_at: sql<number>`case when due_at < ${at} then due_at
    when checked_at > ${at - leastApartMs} and checked_at <= ${at} then checked_at + ${leastApartMs} else ${at} end`,
});

/** When a known address is due whose announced date is another one: its first date is no change. */
const dueOf = (now: number) =>
  sql<number>`case when web_pages.said = '' then web_pages.due_at else ${now} end`;

const askedOf = sql<number>`case when web_pages.said = '' then web_pages.asked else web_pages.asked + 1 end`;

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
  asked: 0,
});

/** Interval between due pages, and the minimum time since the last visit to each. */
interface Turn {
  readonly apartMs: number;
  readonly restMs: number;
}

const withoutDates = (site: string, { apartMs, restMs }: Turn) => sql`
  update web_pages set said = '', due_at = case when state = 'new' then due_at else turn.due end
  from (
    select path as dated_path, checked_at + ${restMs} + ${apartMs} * row_number() over (order by checked_at, path) as due
    from web_pages where site = ${site} and said <> ''
  ) as turn
  where site = ${site} and path = turn.dated_path`;
