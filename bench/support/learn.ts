import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/*
 * Learns anew by which numbers a statement is judged, from a clean state: writes the comparisons, makes a Python environment with the
 * packages of `requirements.txt`, runs `learn.py` in it and formats what that has written into `server/text/support`.
 */

const root = join(import.meta.dirname, '../..');
const work = join(root, 'node_modules/.cache/marks');
const packages = join(import.meta.dirname, 'requirements.txt');
const environment = join(work, 'python');
const python = join(environment, 'bin/python');

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, stdio: 'inherit' });

run(process.execPath, join(import.meta.dirname, 'comparisons.ts'), work);
if (!existsSync(python)) run('python3', '-m', 'venv', environment);
run(python, '-m', 'pip', 'install', '--quiet', '--requirement', packages);
run(python, join(import.meta.dirname, 'learn.py'), work);
run(process.execPath, join(root, 'node_modules/prettier/bin/prettier.cjs'), '--write', 'server/text/support');
