import type { ConfigPatch } from '../../../contract/config/patch.ts';
import type { ConfigGroups, GroupName } from '../../../contract/config/groups.ts';
import type { Config } from './config.ts';

/** The saved configuration with some settings to try in its place; nothing is saved. */
export const trying = (config: Pick<Config, 'read'>, trial: ConfigPatch): Pick<Config, 'read'> => ({
  read: async <G extends GroupName>(group: G): Promise<ConfigGroups[G]> => ({
    ...(await config.read(group)),
    ...trial[group],
  }),
});
