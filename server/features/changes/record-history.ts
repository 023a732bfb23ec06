import { differencesOf, isSame } from '../../../contract/config/conflicts.ts';
import type { ChangeAction, ChangeArea } from '../../../contract/operator/changes.ts';
import { changedMeanwhile } from '../../kit/records/saved-record.ts';
import type { NewChange } from './new-change.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A record as it stands. */
interface KnownRecord {
  readonly fields: Fields;
  readonly revision: number;
}

/** How the records of one kind are read and written for their history. */
export interface RecordKind {
  readonly area: ChangeArea;
  /** Names a record in the paths of conflicts, such as `route`. */
  readonly name: string;
  /** A field that every record has; it tells a record that was added from one that only got a field. */
  readonly always: string;
  /** The records with these ids that are there, or all of them. */
  readonly read: (ids?: readonly string[]) => Promise<ReadonlyMap<string, KnownRecord>>;
  /** Saves a record if it still has this revision (0: if it is not there). Throws `not-found` for fields that cannot be read. */
  readonly write: (id: string, fields: Fields, revision: number) => Promise<unknown>;
  readonly remove: (id: string) => Promise<unknown>;
}

/** The records that a piece of work changes: known before, by its result, or any. */
interface Changed<R> {
  readonly by: string;
  readonly ids?: readonly string[];
  readonly idsOf?: (result: R) => readonly string[];
  readonly action?: ChangeAction;
}

/** A recorded change; a side without fields is a record that was not there. */
interface RecordedChange {
  readonly subject: string;
  readonly before: Fields;
  readonly after: Fields;
}

/** Changes of records of one kind in the list of changes, and taking one back. */
export interface RecordHistory {
  /** Does `work`, and records how the records have changed. */
  recorded<R>(changed: Changed<R>, work: () => Promise<R>): Promise<R>;
  /** Throws `stale` for fields that were changed since, unless forced, and `not-found` for a record that cannot be saved again. */
  restore(change: RecordedChange, how: { readonly by: string; readonly force: boolean }): Promise<void>;
}

export function createRecordHistory(
  kind: RecordKind,
  record: (changes: readonly NewChange[]) => Promise<void>,
): RecordHistory {
  const { area, name, always, read, write, remove } = kind;

  const recorded = async <R>({ by, ids, idsOf, action }: Changed<R>, work: () => Promise<R>): Promise<R> => {
    const before = await read(ids ?? (idsOf && []));
    const result = await work();
    const named = idsOf?.(result) ?? ids;
    const after = await read(named);
    const changes = (named ?? [...new Set([...before.keys(), ...after.keys()])]).flatMap((subject) => {
      const [was, is] = [before.get(subject)?.fields, after.get(subject)?.fields];
      const changed = differencesOf({ ...was }, { ...is });
      if (Object.keys(changed.after).length === 0) return [];
      const done = was ? (is ? 'save' : 'remove') : 'add';
      return [{ area, action: action ?? done, subject, by, ...changed }];
    });
    await record(changes);
    return result;
  };

  return {
    recorded,
    async restore({ subject, before, after }, { by, force }) {
      const { fields: now = {}, revision = 0 } = (await read([subject])).get(subject) ?? {};
      const names = Object.keys({ ...before, ...after });
      const conflicts = names.filter((field) => !isSame(now[field], after[field]));
      if (!force && conflicts.length > 0)
        throw changedMeanwhile(
          conflicts.map((field) => ({
            path: `${name}.${field}`,
            revision,
            yours: before[field] ?? null,
            theirs: now[field] ?? null,
          })),
        );
      const wasAdded = always in after && !(always in before);
      const kept = Object.entries(now).filter(([field]) => !names.includes(field) || field in before);
      const former = { ...Object.fromEntries(kept), ...before };
      await recorded<unknown>({ by, ids: [subject], action: 'undo' }, () =>
        wasAdded ? remove(subject) : write(subject, former, revision),
      );
    },
  };
}
