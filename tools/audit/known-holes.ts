import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareVersions } from './versions.ts';
import type { LockedPackage } from './packages.ts';

/** A record of OSV (https://ossf.github.io/osv-schema/), as far as it is read. */
export interface OsvRecord {
  readonly id: string;
  readonly summary?: string;
  readonly withdrawn?: string;
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem?: string; readonly name?: string };
    readonly versions?: readonly string[];
    readonly ranges?: readonly {
      readonly type?: string;
      readonly events?: readonly {
        readonly introduced?: string;
        readonly fixed?: string;
        readonly last_affected?: string;
      }[];
    }[];
  }[];
}

/** A known hole of a package in the version that is installed. */
export interface Hole {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly summary: string;
}

/** The known holes of packages by the records of a folder, such as the unpacked `npm/all.zip` of OSV, or of one file with a record or a list. Asks nobody. */
export async function knownHoles(
  packages: readonly LockedPackage[],
  path: string,
): Promise<{ readonly records: number; readonly holes: readonly Hole[] }> {
  const files = (await stat(path)).isDirectory()
    ? (await readdir(path, { recursive: true }))
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(path, name))
    : [path];
  const byName = Map.groupBy(packages, ({ name }) => name);
  const holes: Hole[] = [];
  let records = 0;
  for (const file of files) {
    const read = JSON.parse(await readFile(file, 'utf8')) as OsvRecord | readonly OsvRecord[];
    for (const record of [read].flat() as readonly OsvRecord[]) {
      records += 1;
      holes.push(...holesOf(record, byName));
    }
  }
  return { records, holes };
}

function holesOf(
  { id, summary = '', withdrawn, affected = [] }: OsvRecord,
  byName: ReadonlyMap<string, readonly LockedPackage[]>,
): readonly Hole[] {
  if (withdrawn !== undefined) return [];
  const found = affected.flatMap((part) =>
    part.package?.ecosystem === 'npm'
      ? (byName.get(part.package.name ?? '') ?? []).filter(({ version }) => isAffected(version, part))
      : [],
  );
  const versions = new Map(found.map((one) => [`${one.name}@${one.version}`, one]));
  return [...versions.values()].map(({ name, version }) => ({ id, name, version, summary }));
}

type Affected = NonNullable<OsvRecord['affected']>[number];

/** Named itself, or within a range: the last event at or below the version decides. */
function isAffected(version: string, { versions = [], ranges = [] }: Affected): boolean {
  if (versions.includes(version)) return true;
  return ranges.some(({ type, events = [] }) => {
    if (type !== 'SEMVER' && type !== 'ECOSYSTEM') return false;
    const marks = events
      .flatMap(({ introduced, fixed, last_affected: last }) => [
        ...(introduced === undefined ? [] : [{ at: introduced, opens: true, after: false }]),
        ...(fixed === undefined ? [] : [{ at: fixed, opens: false, after: false }]),
        ...(last === undefined ? [] : [{ at: last, opens: false, after: true }]),
      ])
      .toSorted((a, b) => compareVersions(a.at, b.at));
    let isOpen = false;
    for (const { at, opens, after } of marks) {
      const order = compareVersions(version, at);
      if (after ? order > 0 : order >= 0) isOpen = opens;
    }
    return isOpen;
  });
}
