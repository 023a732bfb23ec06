import type { Kysely } from 'kysely';
import type { Change, ChangeArea } from '../../../contract/operator/changes.ts';
import { dayMs } from '../../kit/calendar.ts';
import type { Database } from '../../kit/database.ts';
import { newId } from '../../kit/ids.ts';
import type { FinishedWrite } from '../../http/implement.ts';
import type { Clock } from '../../ports/clock.ts';
import { changeOf } from './acts.ts';
import type { NewChange } from './new-change.ts';
import { createRecordHistory, type RecordHistory, type RecordKind } from './record-history.ts';
import { createChangeStore, type ChangeRow } from './store.ts';

export { changeMigrations } from './store.ts';
export type { NewChange } from './new-change.ts';
export type { RecordHistory, RecordKind } from './record-history.ts';

/** Retention of changes; longer than any page stays open. */
const keptMs = 730 * dayMs;

/** Audit log of administrators' changes: who, when, what; without secrets. */
export function createChanges(deps: { readonly db: Database; readonly clock: Clock }) {
  const store = createChangeStore(deps.db);
  const rowOf = ({
    area,
    action,
    subject,
    by,
    revision = 0,
    before = {},
    after = {},
  }: NewChange): ChangeRow => ({
    id: newId(),
    at: deps.clock.now(),
    area,
    action,
    subject,
    revision,
    by,
    before,
    after,
  });
  return {
    /** Records a change in the transaction that makes it. */
    recordIn: (tx: Kysely<unknown>, change: NewChange): Promise<void> => store.addIn(tx, rowOf(change)),
    record: (change: NewChange): Promise<void> => store.add([rowOf(change)]),
    /** The history of records of one kind: what is done to them, and undoing it. */
    historyOf: (kind: RecordKind): RecordHistory =>
      createRecordHistory(kind, (changed) => store.add(changed.map(rowOf))),
    /** Records a finished write of the console interface, where it is an act. */
    async wrote(operation: string, { params, query, body, reply, by }: FinishedWrite): Promise<void> {
      const change = changeOf(operation, {
        params: valuesOf(params),
        query: valuesOf(query),
        body: valuesOf(body),
        reply: valuesOf(reply),
        by,
      });
      if (change) await store.add([rowOf(change)]);
    },
    since: store.since,
    page: store.page,
    one: store.one,
    prune: () => store.prune(deps.clock.now() - keptMs),
  };
}

const valuesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

export type Changes = ReturnType<typeof createChanges>;

/** The name that a change gave its subject or took from it, which is all that is left of one that was removed. */
const recordedName = ({ before, after }: ChangeRow): string => {
  const name = after['name'] ?? before['name'];
  return typeof name === 'string' ? name : '';
};

/** A change in the wire format. */
export function shownChange(
  row: ChangeRow,
  nameOf: (by: string) => string,
  canRestore: (area: ChangeArea) => boolean,
  subjectName = recordedName(row),
): Change {
  const names = [...new Set([...Object.keys(row.before), ...Object.keys(row.after)])];
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    area: row.area,
    action: row.action,
    subject: row.subject,
    subjectName,
    by: row.by,
    byName: nameOf(row.by),
    fields: names.map((name) => ({ name, before: row.before[name], after: row.after[name] })),
    canUndo: canRestore(row.area) && names.length > 0,
  };
}
