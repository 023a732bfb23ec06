import process from 'node:process';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * Runs all benches of this folder, of `questions/`, and of `running/`, which starts whole processes, or the named ones. Figures are
 * comparable within a run, not between machines.
 */
const wanted = process.argv.slice(2);
const folders = ['.', 'questions', 'running'];
const names = folders.map(async (folder) =>
  (await readdir(join(import.meta.dirname, folder))).map((file) => `${folder}/${file}`),
);
const files = (await Promise.all(names))
  .flat()
  .filter((file) => file.endsWith('.ts') && file !== './main.ts')
  .toSorted();
for (const file of files) {
  const name = basename(file, '.ts');
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const bench: unknown = await import(`./${file}`);
  if (typeof bench !== 'object' || bench === null || !('run' in bench) || typeof bench.run !== 'function')
    continue;
  process.stdout.write(`\n# ${name}\n`);
  await bench.run();
}
