import type { Kysely } from 'kysely';
import type { Change, ChangeAction, ChangeArea } from '../../../contract/operator/changes.ts';
import { dayMs } from '../../kit/calendar.ts';
import type { Database } from '../../kit/database.ts';
import { newId } from '../../kit/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { createChangeStore, type ChangeRow } from './store.ts';

export { changeMigrations } from './store.ts';

/** Retention of changes; longer than any page stays open. */
const keptMs = 730 * dayMs;

/** A change to be recorded. Its fields never hold a secret. */
export interface NewChange {
  readonly area: ChangeArea;
  readonly action: ChangeAction;
  readonly subject: string;
  readonly by: string;
  readonly revision?: number;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

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
    record: (change: NewChange): Promise<void> => store.add(rowOf(change)),
    since: store.since,
    page: store.page,
    one: store.one,
    prune: () => store.prune(deps.clock.now() - keptMs),
  };
}

export type Changes = ReturnType<typeof createChanges>;

/** A change in the wire format. */
export function shownChange(
  row: ChangeRow,
  nameOf: (by: string) => string,
  canRestore: (area: ChangeArea) => boolean,
): Change {
  const names = [...new Set([...Object.keys(row.before), ...Object.keys(row.after)])];
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    area: row.area,
    action: row.action,
    subject: row.subject,
    by: row.by,
    byName: nameOf(row.by),
    fields: names.map((name) => ({ name, before: row.before[name], after: row.after[name] })),
    canUndo: canRestore(row.area) && names.length > 0,
  };
}
