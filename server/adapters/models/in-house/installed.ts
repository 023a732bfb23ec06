import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest, type Manifest } from './manifest.ts';

/** An installed in-house model. */
export interface Installed {
  readonly place: string;
  readonly manifest: Manifest;
}

/** Changes whenever a model was installed or removed. */
export function signatureOf(folder: string): string {
  return namesIn(folder)
    .map((name) => {
      const found = statSync(join(folder, name, 'model.json'), { throwIfNoEntry: false });
      return found ? `${name}:${found.ino}:${found.mtimeMs}` : '';
    })
    .join(' ');
}

/** The completely installed models; others are left out. */
export function installedIn(folder: string): readonly Installed[] {
  return namesIn(folder).flatMap((name) => {
    const place = join(folder, name);
    const manifest = manifestAt(place);
    return manifest?.id === name && isWhole(place, manifest) ? [{ place, manifest }] : [];
  });
}

function manifestAt(place: string): Manifest | undefined {
  const path = join(place, 'model.json');
  try {
    return readManifest(readFileSync(path, 'utf8'), path);
  } catch {
    return undefined;
  }
}

const isWhole = (place: string, { files }: Manifest): boolean =>
  files.every(({ name, bytes }) => statSync(join(place, name), { throwIfNoEntry: false })?.size === bytes);

/** Folders of models; unfinished installations have a suffix, and runtimes begin with a dot. */
const namesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder).filter((name) => !name.startsWith('.') && !name.endsWith('.partial'))
    : [];
