import process from 'node:process';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { keepTemporaryFilesApart } from '../verify/temporary-place.ts';

/**
 * Runs all benches of this folder, of `questions/`, and of `running/`, which starts whole processes, or the named ones. Figures are
 * comparable within a run, not between machines.
 */
const wanted = process.argv.slice(2);
const folders = ['.', 'questions', 'running'];
const names = folders.map(async (folder) =>
  (await readdir(join(import.meta.dirname, folder))).map((file) => `${folder}/${file}`),
);
const removeTemporaryFiles = keepTemporaryFilesApart();
const files = (await Promise.all(names))
  .flat()
  .filter((file) => file.endsWith('.ts') && file !== './main.ts')
  .toSorted();
try {
  for (const file of files) await runBench(file);
} finally {
  removeTemporaryFiles();
}

async function runBench(file: string): Promise<void> {
  const name = basename(file, '.ts');
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const bench: unknown = await import(`./${file}`);
  if (typeof bench !== 'object' || bench === null || !('run' in bench) || typeof bench.run !== 'function')
    return;
  process.stdout.write(`\n# ${name}\n`);
  await bench.run();
}
