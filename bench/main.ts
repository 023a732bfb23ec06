import process from 'node:process';
import { readdir } from 'node:fs/promises';

/*
 * Runs every bench of this folder, or those whose names are given. Each prints name, figure and unit; figures of one
 * run compare with each other, not with another machine's.
 */
const wanted = process.argv.slice(2);
const files = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .toSorted();
for (const file of files) {
  const name = file.replace(/\.ts$/, '');
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const bench: unknown = await import(`./${file}`);
  if (typeof bench !== 'object' || bench === null || !('run' in bench) || typeof bench.run !== 'function')
    continue;
  process.stdout.write(`\n# ${name}\n`);
  await bench.run();
}
