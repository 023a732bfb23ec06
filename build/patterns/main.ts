import process from 'node:process';
import { Worker } from 'node:worker_threads';

/** Runs the check of regular expressions in a thread with much room on its stack: each step of a match that is counted is a call. */
const thread = new Worker(new URL('./check-all.ts', import.meta.url), {
  resourceLimits: { stackSizeMb: 200 },
});
thread.on('exit', (code) => (process.exitCode = code));
