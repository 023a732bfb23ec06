import { statSync } from 'node:fs';
import { settingNames, type Env } from '../env.ts';
import { weaknessOf } from '../kit/passwords/weak-password.ts';
import { editDistance } from '../text/edit-distance.ts';

/** Sentences on settings with which the service can start, but hardly does what was meant. */
export const doubtfulSettings = (
  env: Pick<Env, 'site' | 'contentDir' | 'variables' | 'adminPassword' | 'publicOrigin'>,
): readonly string[] => [
  ...Object.keys(env.variables).flatMap((name) => {
    if (!name.startsWith('DOCENT_') || settingNames.includes(name)) return [];
    const meant = settingNames.find((known) => editDistance(name, known, 1) <= 1);
    return meant === undefined ? [] : [`${name} is no setting of Docent; did you mean ${meant}?`];
  }),
  ...(env.site || isFolder(env.contentDir)
    ? []
    : [`DOCENT_CONTENT_DIR: there is no folder ${env.contentDir}; create it, or correct the setting`]),
  ...weakPassword(env),
];

/** A service that runs must go on with its password, so that a weak one is told only. */
function weakPassword({
  adminPassword,
  site,
  publicOrigin,
}: Pick<Env, 'adminPassword' | 'site' | 'publicOrigin'>) {
  if (adminPassword === undefined) return [];
  const hosts = [site?.url, publicOrigin].flatMap((url) => (url === undefined ? [] : new URL(url).hostname));
  const weakness = weaknessOf(adminPassword, ['docent', ...hosts]);
  return weakness === undefined ? [] : [`DOCENT_ADMIN_PASSWORD: ${weakness.text}`];
}

/** True also for what may not be looked at, which is told with its cause when it is read. */
function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return true;
  }
}
