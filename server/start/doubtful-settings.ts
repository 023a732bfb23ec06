import { statSync } from 'node:fs';
import { settingNames, type Env } from '../env.ts';
import { editDistance } from '../text/edit-distance.ts';

/** Sentences on settings with which the service can start, but hardly does what was meant. */
export const doubtfulSettings = (env: Pick<Env, 'site' | 'contentDir' | 'variables'>): readonly string[] => [
  ...Object.keys(env.variables).flatMap((name) => {
    if (!name.startsWith('DOCENT_') || settingNames.includes(name)) return [];
    const meant = settingNames.find((known) => editDistance(name, known, 1) <= 1);
    return meant === undefined ? [] : [`${name} is no setting of Docent; did you mean ${meant}?`];
  }),
  ...(env.site || isFolder(env.contentDir)
    ? []
    : [`DOCENT_CONTENT_DIR: there is no folder ${env.contentDir}; create it, or correct the setting`]),
];

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
