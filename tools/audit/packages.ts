import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of the lock file. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** What the package itself says; what the lock file noted where it is for another platform. */
  readonly licence: string;
}

interface Locked {
  readonly version?: string;
  readonly license?: string;
}

/** All packages of the lock file of a checkout: those of development as well, since the build holds parts of some. */
export function lockedPackages(root: string): readonly LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version: locked.version ?? '',
      licence: licenceOf(join(root, path), locked),
    }));
}

function licenceOf(folder: string, { license = 'none' }: Locked): string {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return license;
  const said: unknown = (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly license?: unknown })
    .license;
  return typeof said === 'string' ? said : license;
}
