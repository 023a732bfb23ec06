import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { withoutEnd } from '../../../../kit/scan/edges.ts';
import type { Manifest, ModelFile, Registry } from '../manifest.ts';

/** A source of model files. */
export interface Source {
  /** Its name in messages. */
  readonly label: string;
  /** Possible paths or addresses of the file, the most likely first. */
  readonly placesOf: (file: ModelFile) => readonly string[];
  readonly isFolder: boolean;
}

/**
 * The sources in order: the one that the operator names for this installation, else the hub in the settings, else those in
 * the registry. The operator's source may have the files in the hub's folders, or all in one folder under either name.
 */
export function sourcesOf(
  manifest: Pick<Manifest, 'repository' | 'revision'>,
  { from, hub, hubs }: { from?: string | undefined; hub?: string | undefined; hubs: Registry['hubs'] },
): readonly Source[] {
  if (from !== undefined) return [isAddress(from) ? addressed(from) : folder(resolve(from))];
  const { repository, revision } = manifest;
  if (repository === undefined || revision === undefined) return [];
  const filled = (pattern: string) =>
    pattern.replace('{repository}', repository).replace('{revision}', revision);
  const patterns =
    hub === undefined ? hubs : [`${withoutEnd(hub, /\//)}/{repository}/resolve/{revision}/{path}`];
  return patterns.map(filled).map((pattern) => ({
    label: URL.parse(pattern)?.host ?? pattern,
    placesOf: ({ path }) => [pattern.replace('{path}', path)],
    isFolder: false,
  }));
}

export const isAddress = (from: string): boolean => /^https?:\/\//i.test(from);

const namesOf = ({ path, name }: ModelFile): readonly string[] => [...new Set([path, basename(path), name])];

const addressed = (from: string): Source => ({
  label: from,
  placesOf: (file) => namesOf(file).map((name) => `${withoutEnd(from, /\//)}/${name}`),
  isFolder: false,
});

const folder = (from: string): Source => ({
  label: from,
  placesOf: (file) =>
    namesOf(file)
      .map((name) => join(from, name))
      .filter((path) => existsSync(path)),
  isFolder: true,
});
