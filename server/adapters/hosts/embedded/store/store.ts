import { rename, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database, Migration } from '../../../../kit/database.ts';
import { sha256 } from '../../../../kit/ids.ts';
import { createLastKnown } from '../../../../kit/last-known.ts';
import type { Log } from '../../../../ports/log.ts';
import { yieldToEventLoop } from '../../../../work/event-loop.ts';
import { createImageStore, imageTables } from './image-store.ts';
import { moveImages } from './old-images.ts';
import { readStateFile, type SiteState } from './state-file.ts';
import type { Stores } from '../stores.ts';

type Tables = {
  site_visits: { id: string; views: number };
  site_excerpts: { id: string; excerpt: string };
  /** Hashes of the files that were imported. */
  site_imports: { hash: string };
};

export const siteStoreMigrations: readonly Migration[] = [
  {
    name: 'embedded-site/1',
    up: async (db) => {
      await db.schema
        .createTable('site_visits')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('views', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('site_excerpts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('excerpt', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('site_imports')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .execute();
    },
  },
  { name: 'embedded-site/2', up: imageTables },
];

const topic = 'site-excerpts';
/** Rows that are read with one statement. */
const rowsAtOnce = 2_000;
/** Interval of writing views; a crash loses at most this much. */
const writeDelayMs = 2_000;

/**
 * Page views, excerpts and images of the embedded site in the database, shared by all replicas. An excerpt or an image is
 * saved when its call resolves. What earlier versions kept in the data folder, `site-state.json` and the folder
 * `attachments`, is imported once.
 */
export async function openSiteStore(deps: {
  readonly db: Database;
  readonly dataDir: string;
  readonly log: Log;
}): Promise<Stores> {
  const { db, log } = deps;
  await db.migrate(siteStoreMigrations);
  await importStateFile(db, join(deps.dataDir, 'site-state.json'), log);
  const images = createImageStore(db);
  await moveImages(join(deps.dataDir, 'attachments'), images, log);
  const tables = db.query.withTables<Tables>();
  const views = createLastKnown(() =>
    inParts(async (after) => {
      const rows = await tables
        .selectFrom('site_visits')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute();
      return rows.map((row) => [row.id, row.views] as const);
    }),
  );
  const excerpts = createLastKnown(() =>
    inParts(async (after) => {
      const rows = await tables
        .selectFrom('site_excerpts')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute();
      return rows.map((row) => [row.id, row.excerpt] as const);
    }),
  );
  const notices = db.subscribe(topic, excerpts.outdated);
  await Promise.all([views.read(), excerpts.read()]);

  let counted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const add = (id: string, count: number) => {
    counted.set(id, (counted.get(id) ?? 0) + count);
    timer ??= setTimeout(() => void (writing = write()), writeDelayMs).unref();
  };
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const taken = counted;
    if (taken.size === 0) return;
    counted = new Map();
    try {
      await db.query.transaction().execute((tx) => addViews(tx, taken));
    } catch (error) {
      for (const [id, count] of taken) add(id, count);
      log.warn({ err: String(error) }, 'page views could not be saved; trying again');
    }
  };

  return {
    visits: {
      async load() {
        views.outdated();
        const all = new Map(await views.read());
        for (const [id, count] of counted) all.set(id, (all.get(id) ?? 0) + count);
        return all;
      },
      add: (id) => add(id, 1),
    },
    excerpts: {
      load: excerpts.read,
      get: async (id) => (await excerpts.read()).get(id),
      async set(id, text) {
        const excerpt = storable(text);
        await db.durable(
          async (transaction) => {
            const tx = transaction.withTables<Tables>();
            if (excerpt === '') await tx.deleteFrom('site_excerpts').where('id', '=', id).execute();
            else
              await tx
                .insertInto('site_excerpts')
                .values({ id, excerpt })
                .onConflict((on) => on.column('id').doUpdateSet({ excerpt }))
                .execute();
          },
          { publish: topic },
        );
        excerpts.outdated();
      },
    },
    images,
    async close() {
      notices.close();
      await writing;
      await write();
      clearTimeout(timer);
    },
  };
}

/** All rows of a table by their ids, read in parts, so that those of many articles hold up nothing else. */
async function inParts<T>(
  partAfter: (id: string) => Promise<readonly (readonly [string, T])[]>,
): Promise<Map<string, T>> {
  const all = new Map<string, T>();
  for (let after = ''; ;) {
    const part = await partAfter(after);
    for (const [id, value] of part) all.set(id, value);
    const last = part.at(-1);
    if (!last || part.length < rowsAtOnce) return all;
    [after] = last;
    await yieldToEventLoop();
  }
}

/** Sorted, so that two processes cannot deadlock. */
async function addViews(transaction: Kysely<unknown>, views: ReadonlyMap<string, number>): Promise<void> {
  const tx = transaction.withTables<Tables>();
  for (const [id, count] of [...views].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await tx
      .insertInto('site_visits')
      .values({ id, views: count })
      .onConflict((on) =>
        on.column('id').doUpdateSet((eb) => ({ views: eb('site_visits.views', '+', count) })),
      )
      .execute();
  }
}

/** Excerpts in the database win; views are added. The same content is never imported twice. */
async function importStateFile(db: Database, path: string, log: Log): Promise<void> {
  const content = await readFile(path, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const state = readStateFile(content);
  if (state) await importState(db, sha256(content), state);
  const kept = state ? `${path}.imported` : `${path}.unreadable`;
  await rename(path, kept).catch(() => undefined);
  if (state) log.info({ path: kept }, 'page views and excerpts were imported into the database');
  else log.warn({ path: kept }, 'the old state file of the site could not be read; it was renamed and kept');
}

async function importState(db: Database, hash: string, { visits, excerpts }: SiteState): Promise<void> {
  await db.durable(
    async (transaction) => {
      const tx = transaction.withTables<Tables>();
      const inserted = await tx
        .insertInto('site_imports')
        .values({ hash })
        .onConflict((on) => on.doNothing())
        .returning('hash')
        .executeTakeFirst();
      if (!inserted) return;
      await addViews(transaction, visits);
      for (const [id, excerpt] of excerpts)
        await tx
          .insertInto('site_excerpts')
          .values({ id, excerpt: storable(excerpt) })
          .onConflict((on) => on.doNothing())
          .execute();
    },
    { publish: topic },
  );
}

/** PostgreSQL cannot store NUL in text. */
const storable = (text: string): string => text.replaceAll('\0', '');
