import { config } from '../../../contract/config/config.ts';
import type { GroupName } from '../../../contract/config/groups.ts';
import type { Reply } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import { conflictsIn, useConflicts } from './resolve-conflicts.ts';

type Saved = Reply<(typeof config)['endpoints']['save']>;

/** Fields of a group of settings. */
type SettingFields = Readonly<Record<string, unknown>>;

/**
 * Saves fields of a group of settings that were read at a revision; what somebody else has saved meanwhile is settled
 * first. Resolves with nothing when that is put off.
 */
export function useSaveSettings() {
  const settle = useConflicts();
  return async function save(
    group: GroupName,
    patch: SettingFields,
    basedOn: number | undefined,
  ): Promise<Saved | undefined> {
    try {
      const body = { [group]: patch, ...(basedOn !== undefined && { basedOn: { [group]: basedOn } }) };
      return await call(config, 'save', { body });
    } catch (error) {
      const conflicts = conflictsIn(error);
      const [first] = conflicts;
      if (!first) throw error;
      const values = await settle(conflicts);
      return values && save(group, { ...patch, ...values }, first.revision);
    }
  };
}
