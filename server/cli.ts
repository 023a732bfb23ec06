#!/usr/bin/env node
import { writeSync } from 'node:fs';
import process from 'node:process';
import { run } from './cli/run.ts';
import { operatorVariables } from './env.ts';

/** Connections to a server that does not answer would keep the process of a failed command for minutes. */
const leaveAfterMs = 1_000;

/** Ends the process when what it prints can go nowhere: quietly behind a reader that has enough, such as `head`. */
function endWithOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(readerLeft);
      try {
        writeSync(2, `docent: the output cannot be written: ${error.message}\n`);
      } finally {
        process.exit(1);
      }
    });
}

/** Exit code of a program that a closed pipe has ended, as a shell reports it. */
const readerLeft = 141;

const words = process.argv.slice(2);
const serves = words.length === 0 || words[0] === 'serve';
if (!serves) endWithOutput();
process.exitCode = await run(words, operatorVariables);
if (process.exitCode !== 0) setTimeout(() => process.exit(), leaveAfterMs).unref();
