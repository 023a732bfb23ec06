import type { Kysely } from 'kysely';
import type { ChangeAction, ChangeArea } from '../../../contract/operator/changes.ts';
import type { Database, Migration } from '../../kit/database.ts';
import { parseRecord } from '../../kit/json.ts';

type Tables = {
  changes: {
    id: string;
    at: number;
    area: ChangeArea;
    action: ChangeAction;
    subject: string;
    /** Revision of the subject after the change; 0 for subjects without revisions. */
    revision: number;
    by: string;
    before: string;
    after: string;
  };
};

type Values = Readonly<Record<string, unknown>>;

/** A stored change; `before` and `after` contain only the changed fields. */
export interface ChangeRow extends Omit<Tables['changes'], 'before' | 'after'> {
  readonly before: Values;
  readonly after: Values;
}

export const changeMigrations: readonly Migration[] = [
  {
    name: 'changes/1',
    up: async (db) => {
      await db.schema
        .createTable('changes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('area', 'text', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('revision', 'bigint', (column) => column.notNull())
        .addColumn('by', 'text', (column) => column.notNull())
        .addColumn('before', 'text', (column) => column.notNull())
        .addColumn('after', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('changes_at').on('changes').columns(['at', 'id']).execute();
      await db.schema
        .createIndex('changes_subject')
        .on('changes')
        .columns(['area', 'subject', 'revision'])
        .execute();
    },
  },
];

/** The changes of administrators. */
export function createChangeStore(database: Database) {
  const db = database.query.withTables<Tables>();
  return {
    /** Adds a change in the transaction that makes it, so that both are committed or neither. */
    async addIn(transaction: Kysely<unknown>, row: ChangeRow): Promise<void> {
      await transaction.withTables<Tables>().insertInto('changes').values(stored(row)).execute();
    },

    /** Adds changes, all or none. */
    add: (rows: readonly ChangeRow[]): Promise<void> =>
      database.durable(async (tx) => {
        for (let from = 0; from < rows.length; from += rowsAtOnce)
          await tx
            .withTables<Tables>()
            .insertInto('changes')
            .values(rows.slice(from, from + rowsAtOnce).map(stored))
            .execute();
      }),

    /** Changes of a subject after a revision, the oldest first. */
    async since(
      transaction: Kysely<unknown>,
      { area, subject, revision }: Pick<ChangeRow, 'area' | 'subject' | 'revision'>,
    ): Promise<ChangeRow[]> {
      const rows = await transaction
        .withTables<Tables>()
        .selectFrom('changes')
        .selectAll()
        .where('area', '=', area)
        .where('subject', '=', subject)
        .where('revision', '>', revision)
        .orderBy('revision')
        .execute();
      return rows.map(read);
    },

    async one(id: string): Promise<ChangeRow | undefined> {
      const row = await db.selectFrom('changes').selectAll().where('id', '=', id).executeTakeFirst();
      return row && read(row);
    },

    async page({ area, page, size }: { area: ChangeArea | 'all'; page: number; size: number }) {
      const wanted = db
        .selectFrom('changes')
        .$if(area !== 'all', (query) => query.where('area', '=', area as ChangeArea));
      const { total } = await wanted
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await wanted
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute();
      return { total, rows: rows.map(read) };
    },

    /** Deletes changes from before a time. */
    async prune(before: number): Promise<void> {
      await db.deleteFrom('changes').where('at', '<', before).execute();
    },
  };
}

/** A statement has a limited number of values. */
const rowsAtOnce = 200;

const stored = (row: ChangeRow): Tables['changes'] => ({
  ...row,
  before: JSON.stringify(row.before),
  after: JSON.stringify(row.after),
});

function read(row: Tables['changes']): ChangeRow {
  return { ...row, before: parseRecord(row.before) ?? {}, after: parseRecord(row.after) ?? {} };
}
