import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { forEachConcurrent } from './server/work/concurrency.ts';

/**
 * Runs all checks concurrently, one per processor, longest first. The output of each is printed when it has ended. Exit
 * code 1 when any fails.
 */

/** Figures of the code; printed, whatever they are. */
const figures = 'node build/figures.ts';

const types = (compiler: string, name: string, project: string) =>
  `${compiler} -p ${project} --incremental --tsBuildInfoFile node_modules/.cache/tsc/${name}.json`;

const checks: readonly string[] = [
  types('vue-tsc', 'console', 'tsconfig.console.json'),
  types('tsc', 'server', 'tsconfig.json'),
  'oxlint --type-aware --deny-warnings',
  types('tsc', 'web', 'tsconfig.web.json'),
  'prettier --check --cache .',
  'knip',
  'node build/patterns/main.ts',
  'node tools/audit/main.ts',
];

/** Resolves with true when the command has succeeded; runs in a shell that finds the project's tools. */
function run(command: string): Promise<boolean> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const note = (piece: Buffer) => void (output += piece.toString());
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s: ${command}\n`);
      if (code !== 0 || command === figures) process.stdout.write(output);
      resolve(code === 0);
    });
  });
}

const results: boolean[] = [];
await forEachConcurrent(availableParallelism(), [...checks, figures], async (command) => {
  results.push(await run(command));
});
if (results.includes(false)) process.exitCode = 1;
