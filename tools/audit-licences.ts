import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Reads the licences of all packages that are installed with Docent, from the folder `node_modules`, and fails for one that is not on the
 * list. Asks nobody: `npm run audit:licences`.
 */
const root = join(import.meta.dirname, '..');

/** Licences that a service under Apache-2.0 may bring along. LGPL: `libvips`, a library of its own that can be replaced. */
const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly license?: string;
}

const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);

const found = Object.entries(packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
  .map(([path, locked]) => ({
    name: path.replace(/^.*node_modules\//, ''),
    licence: licenceOf(path, locked),
  }));

/** What the package itself says; what the lock file noted where it is for another platform. */
function licenceOf(path: string, { license = 'none' }: Locked): string {
  const manifest = join(root, path, 'package.json');
  if (!existsSync(manifest)) return license;
  const said: unknown = JSON.parse(readFileSync(manifest, 'utf8')).license;
  return typeof said === 'string' ? said : license;
}

/** `A OR B` leaves the choice, `A AND B` wants both. */
const isPermitted = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => permitted.has(one.trim())));

const counts = new Map<string, number>();
for (const { licence } of found) counts.set(licence, (counts.get(licence) ?? 0) + 1);
for (const [licence, count] of [...counts].toSorted(([, a], [, b]) => b - a))
  process.stdout.write(`${String(count).padStart(5)}  ${licence}\n`);
const refused = found.filter(({ licence }) => !isPermitted(licence));
for (const { name, licence } of refused) process.stderr.write(`not permitted: ${name} (${licence})\n`);
process.exitCode = refused.length === 0 ? 0 : 1;
