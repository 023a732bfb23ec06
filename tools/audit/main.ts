import { join } from 'node:path';
import process from 'node:process';
import { isPermitted } from './licences.ts';
import { knownHoles } from './known-holes.ts';
import { lockedPackages } from './packages.ts';

/**
 * Looks through all packages of the lock file and fails for a licence that is not on the list, and for a known hole where
 * `--osv <folder or file>` or `DOCENT_OSV` names records of OSV. Asks nobody: `npm run audit:packages`.
 */
const packages = lockedPackages(join(import.meta.dirname, '../..'));

const counts = new Map<string, number>();
for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
for (const [licence, count] of [...counts].toSorted(([, a], [, b]) => b - a))
  process.stdout.write(`${String(count).padStart(5)}  ${licence}\n`);
const refused = packages.filter((one) => !isPermitted(one));
for (const { name, licence } of refused) process.stderr.write(`not permitted: ${name} (${licence})\n`);

const flag = process.argv.indexOf('--osv');
const path = flag === -1 ? process.env['DOCENT_OSV'] : process.argv[flag + 1];
const { records, holes } = path ? await knownHoles(packages, path) : { records: 0, holes: [] };
process.stdout.write(
  path
    ? `${holes.length} known holes in ${packages.length} packages, by ${records} records of ${path}\n`
    : 'Known holes were not looked for: name records of OSV by --osv <folder or file>\n',
);
for (const { id, name, version, summary } of holes)
  process.stderr.write(`known hole: ${name} ${version}: ${id} ${summary}\n`);
process.exitCode = refused.length + holes.length === 0 ? 0 : 1;
