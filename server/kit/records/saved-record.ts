import type { SettingConflict } from '../../../contract/config/conflicts.ts';
import { explained } from '../explained.ts';
import { Fault } from '../fault.ts';
import { sha256 } from '../ids.ts';

/** Revision of a saved record: a number made of its content, so that no store has to count; 0 for none. */
export const revisionOf = (record: unknown): number =>
  record === undefined ? 0 : Number.parseInt(sha256(JSON.stringify(record, sortedKeys)).slice(0, 12), 16);

const sortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Revision at which each secret of a record was last set or removed. */
export type SecretRevisions = Readonly<Record<string, number>>;

/** The revisions after a change of these secrets. */
export const withSecrets = (
  known: SecretRevisions,
  changed: readonly string[],
  revision: number,
): SecretRevisions => ({ ...known, ...Object.fromEntries(changed.map((name) => [name, revision])) });

/** Conflicts of the secrets that are sent and were set by somebody else since they were read. No side is shown. */
export const secretConflicts = (
  record: { readonly name: string; readonly revision: number; readonly known: SecretRevisions },
  sent: readonly string[],
  basedOn: number,
): SettingConflict[] => {
  // A revision that is still to come was read before a restore: nothing is known of what it has seen.
  const read = basedOn > record.revision ? 0 : basedOn;
  return sent
    .filter((name) => (record.known[name] ?? 0) > read)
    .map((name) => ({
      path: `${record.name}.${name}`,
      revision: record.revision,
      yours: null,
      theirs: null,
      secret: true,
    }));
};

/** What is saved of a record, for a refusal: its name there, its revision and its fields. */
interface SavedRecord {
  readonly name: string;
  readonly revision: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Throws `stale` when a record that is to be deleted is not the one that was read, with its fields as they are now. What
 * is gone already may be deleted by anybody.
 */
export function assertAsRead(saved: SavedRecord | undefined, basedOn: number | undefined): void {
  if (!saved || basedOn === undefined || basedOn === saved.revision) return;
  const { name, revision, fields } = saved;
  throw changedMeanwhile(
    Object.entries(fields).map(([field, theirs]) => ({
      path: `${name}.${field}`,
      revision,
      yours: null,
      theirs: theirs ?? null,
    })),
  );
}

/** The refusal of a save over what somebody else has saved since it was read. */
export const changedMeanwhile = (conflicts: readonly SettingConflict[]): Fault =>
  new Fault('stale', explained('settings_changed'), { code: 'SETTINGS_CHANGED', conflicts });
