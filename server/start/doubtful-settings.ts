import { statSync } from 'node:fs';
import { settingNames, type Env } from '../env.ts';

/** Sentences on settings with which the service can start, but hardly does what was meant. */
export const doubtfulSettings = (env: Pick<Env, 'site' | 'contentDir' | 'variables'>): readonly string[] => [
  ...Object.keys(env.variables).flatMap((name) => {
    const meant = settingNames.find((known) => isMisspelt(name, known));
    return meant === undefined ? [] : [`${name} is no setting of Docent; did you mean ${meant}?`];
  }),
  ...(env.site || isFolder(env.contentDir)
    ? []
    : [`DOCENT_CONTENT_DIR: there is no folder ${env.contentDir}; create it, or correct the setting`]),
];

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** True for a name that is a known one with a letter too many, too few or wrong, or with two exchanged. */
const isMisspelt = (name: string, known: string): boolean => {
  if (!name.startsWith('DOCENT_') || settingNames.includes(name)) return false;
  if (Math.abs(name.length - known.length) > 1) return false;
  let start = 0;
  while (start < known.length && name[start] === known[start]) start++;
  let end = 0;
  const room = Math.min(name.length, known.length) - start;
  while (end < room && name.at(-1 - end) === known.at(-1 - end)) end++;
  const [given, meant] = [name.slice(start, name.length - end), known.slice(start, known.length - end)];
  if (given.length <= 1 && meant.length <= 1) return true;
  return given.length === 2 && meant.length === 2 && given[0] === meant[1] && given[1] === meant[0];
};
