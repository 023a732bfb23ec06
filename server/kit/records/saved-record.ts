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

/** The refusal of a save over what somebody else has saved since it was read. */
export const changedMeanwhile = (conflicts: readonly SettingConflict[]): Fault =>
  new Fault('stale', explained('settings_changed'), { code: 'SETTINGS_CHANGED', conflicts });
