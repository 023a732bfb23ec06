import { accessSync, constants, existsSync } from 'node:fs';
import { settingsFile, systemSettingsFile } from '../../env.ts';
import { complain } from '../say.ts';

const isReadable = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

/** The file of settings that a command reads, and that `setup` changes. */
export const settingsInForce = (own = settingsFile, system = systemSettingsFile): string =>
  !existsSync(own) && isReadable(system) ? system : own;

/**
 * Says so after a command that failed without the settings of this machine's service, since this user may not read them: it has looked
 * elsewhere than the person meant.
 */
export function noteHiddenSettings(
  { own, system } = { own: settingsFile, system: systemSettingsFile },
  mayRead = isReadable,
): void {
  if (!existsSync(own) && existsSync(system) && !mayRead(system))
    complain(
      `note: ${system} is not for this user; for the service of this machine, type sudo before the command`,
    );
}
