import { config } from '../../../contract/config/config.ts';
import type { GroupName } from '../../../contract/config/groups.ts';
import type { Reply } from '../../../contract/endpoint.ts';
import { call } from '../../api/call.ts';
import { overConflicts } from './over-conflicts.ts';
import { useConflicts } from './resolve-conflicts.ts';

type Saved = Reply<(typeof config)['endpoints']['save']>;

/** Fields of a group of settings. */
type SettingFields = Readonly<Record<string, unknown>>;

/**
 * Saves fields of a group of settings that were read at a revision; what somebody else has saved meanwhile is settled
 * first. Resolves with nothing when that is put off.
 */
export function useSaveSettings() {
  const settle = useConflicts();
  return async (
    group: GroupName,
    patch: SettingFields,
    revision: number | undefined,
  ): Promise<Saved | undefined> => {
    const saved = await overConflicts({
      input: patch,
      revision,
      send: (fields, basedOn) =>
        call(config, 'save', {
          body: { [group]: fields, ...(basedOn !== undefined && { basedOn: { [group]: basedOn } }) },
        }),
      async settle(conflicts, fields) {
        const values = await settle(conflicts);
        return values && { ...fields, ...values };
      },
    });
    return saved?.reply;
  };
}
