import { againstBase } from '../../../contract/config/conflicts.ts';
import { overConflicts } from './over-conflicts.ts';
import { theirsIn, useConflicts } from './resolve-conflicts.ts';

/** A whole record to save. */
export interface EditedRecord<F extends object> {
  readonly fields: F;
  /** The fields as they were read, and their revision. A field that is missing here is always asked about. */
  readonly base: object;
  readonly revision: number | undefined;
  /** Labels of the fields. */
  readonly names?: Readonly<Record<string, string>>;
  readonly send: (fields: F, basedOn: number | undefined) => Promise<unknown>;
}

/**
 * Saves a record that somebody else may have saved meanwhile: what both have changed is put together, and where both have
 * changed the same, the person chooses. Resolves with false when the person goes on editing.
 */
export async function saveOver<F extends object>(record: EditedRecord<F>, settle: Settle): Promise<boolean> {
  let { base } = record;
  const saved = await overConflicts<F, unknown>({
    input: record.fields,
    revision: record.revision,
    send: record.send,
    async settle(found, fields) {
      const { merged, open } = againstBase(found, base);
      const chosen = open.length === 0 ? {} : await settle(open, record.names);
      if (!chosen) return undefined;
      base = { ...base, ...theirsIn(found) };
      return { ...fields, ...merged, ...chosen };
    },
  });
  return saved !== undefined;
}

type Settle = ReturnType<typeof useConflicts>;

/** `saveOver` with the dialog of this page. */
export function useSaveOver() {
  const settle = useConflicts();
  return <F extends object>(record: EditedRecord<F>) => saveOver(record, settle);
}
