import type { Kysely } from 'kysely';
import type { SourceCredential, SourceFields } from '../../../contract/operator/sources.ts';
import type { Database } from '../../kit/database.ts';
import { parseJson } from '../../kit/json.ts';
import type { SecretRevisions } from '../../kit/records/saved-record.ts';
import { cellOf, wordsInCell, type Words } from '../../kit/explained.ts';
import type { SourcePlace } from '../../ports/source-places.ts';
import type { SourceRow, SourceTables } from './store/tables.ts';

export { sourceMigrations } from './store/tables.ts';

/** Topic of changes of the sources themselves. */
export const sourcesTopic = 'sources';

/** Credentials of a source as they are stored. */
export interface StoredCredentials {
  /** Encrypted, by name. */
  readonly sealed: Readonly<Partial<Record<SourceCredential, string>>>;
  /** Revision of the source at which each was set or removed. */
  readonly revisions: SecretRevisions;
}

/** A source with what its last reading has found. */
export interface Source extends SourcePlace, Pick<SourceFields, 'name' | 'everyHours' | 'pages' | 'turn'> {
  readonly id: string;
  readonly state: SourceRow['state'];
  readonly revision: number;
  /** The revision up to which nothing of a former place is in the index any more. */
  readonly clearedAt: number;
  readonly wantedAt: number;
  readonly triedAt: number;
  readonly endedAt: number;
  readonly readAt: number;
  readonly hasFailed: boolean;
  readonly problem: Words;
  readonly credentials: StoredCredentials;
}

/** The sources of the installation. */
export function createSourceStore(database: Database) {
  const db = database.query.withTables<SourceTables>();
  const all = async (on: Kysely<SourceTables> = db): Promise<Source[]> =>
    (await on.selectFrom('sources').selectAll().orderBy('added_at').orderBy('id').execute()).map(sourceIn);
  const update = async (id: string, values: Partial<SourceRow>): Promise<void> => {
    await db.updateTable('sources').set(values).where('id', '=', id).execute();
  };

  return {
    all: () => all(),

    /** Numbers of articles by source, none of removed ones. */
    async counts(): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom('source_articles')
        .innerJoin('sources', 'sources.id', 'source_articles.source')
        .where('sources.state', '=', 'on')
        .select(['source', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy('source')
        .execute();
      return new Map(rows.map(({ source, count }) => [source, count]));
    },

    /** Changes the sources in one durable transaction, of which every process hears; changes at once are one after the other. */
    change: <T>(work: (tx: Kysely<unknown>, saved: readonly Source[]) => Promise<T>): Promise<T> =>
      database.durable(
        async (tx) => {
          // The write comes first, so that a lock rather than a stale read decides between changes at once.
          const on = tx.withTables<SourceTables>();
          await on
            .updateTable('source_changes')
            .set((eb) => ({ count: eb('count', '+', 1) }))
            .execute();
          return work(tx, await all(on));
        },
        { publish: sourcesTopic },
      ),

    async add(
      tx: Kysely<unknown>,
      id: string,
      fields: SourceFields & Pick<Source, 'credentials'>,
      now: number,
    ): Promise<void> {
      await tx
        .withTables<SourceTables>()
        .insertInto('sources')
        .values({ id, ...rowOf(fields), ...untried, state: 'on', revision: 1, cleared: 1, added_at: now })
        .execute();
    },

    /** Saves the fields; where the source is elsewhere now, what was read at the former place is forgotten. */
    async edit(
      tx: Kysely<unknown>,
      id: string,
      fields: SourceFields & Pick<Source, 'credentials'>,
      { isElsewhere, wantedAt }: { readonly isElsewhere: boolean; readonly wantedAt: number | undefined },
    ): Promise<void> {
      const on = tx.withTables<SourceTables>();
      await on
        .updateTable('sources')
        .set((eb) => ({
          ...rowOf(fields),
          ...(wantedAt !== undefined && { wanted_at: wantedAt }),
          ...(isElsewhere && untried),
          revision: eb('revision', '+', 1),
        }))
        .where('id', '=', id)
        .execute();
      if (isElsewhere) await on.deleteFrom('source_articles').where('source', '=', id).execute();
    },

    /** Makes a tombstone of a source, whose articles nothing reads from then on. */
    async remove(tx: Kysely<unknown>, id: string): Promise<void> {
      const on = tx.withTables<SourceTables>();
      await on
        .updateTable('sources')
        .set((eb) => ({
          state: 'removing',
          problem: '',
          failed: 0,
          credentials: '',
          revision: eb('revision', '+', 1),
        }))
        .where('id', '=', id)
        .execute();
    },

    /** Deletes a tombstone whose text is gone. */
    async bury(id: string): Promise<void> {
      await db.deleteFrom('sources').where('id', '=', id).where('state', '=', 'removing').execute();
      await database.publish(sourcesTopic);
    },

    /** Notes that nothing of a place before this revision is in the index any more. */
    cleared: (id: string, revision: number) => update(id, { cleared: revision }),
    want: (id: string, now: number) => update(id, { wanted_at: now }),
    begun: (id: string, now: number) => update(id, { tried_at: now }),

    /** Notes how a reading has ended. */
    ended: (id: string, { at, problem, hasFailed }: Ended) =>
      update(id, {
        ended_at: at,
        ...(!hasFailed && { read_at: at }),
        failed: Number(hasFailed),
        problem: cellOf(problem),
      }),
  };
}

export type SourceStore = ReturnType<typeof createSourceStore>;

interface Ended {
  readonly at: number;
  readonly hasFailed: boolean;
  readonly problem: Words;
}

const untried = { wanted_at: 0, tried_at: 0, ended_at: 0, read_at: 0, failed: 0, problem: '' } as const;

const rowOf = (fields: SourceFields & Pick<Source, 'credentials'>) => ({
  name: fields.name,
  kind: fields.kind,
  address: fields.address,
  platform: fields.platform ?? '',
  folder: fields.folder,
  ending: fields.ending,
  every_hours: fields.everyHours,
  pages: fields.pages,
  turn: fields.turn,
  credentials: JSON.stringify(fields.credentials),
});

const sourceIn = (row: SourceRow): Source => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  address: row.address,
  platform: (row.platform || undefined) as SourcePlace['platform'],
  folder: row.folder,
  ending: row.ending,
  everyHours: row.every_hours,
  pages: row.pages,
  turn: row.turn,
  state: row.state,
  revision: row.revision,
  clearedAt: row.cleared,
  wantedAt: row.wanted_at,
  triedAt: row.tried_at,
  endedAt: row.ended_at,
  readAt: row.read_at,
  hasFailed: row.failed === 1,
  problem: wordsInCell(row.problem),
  credentials: storedIn(row.credentials),
});

const storedIn = (cell: string): StoredCredentials =>
  (parseJson(cell) as StoredCredentials | undefined) ?? { sealed: {}, revisions: {} };
