import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import buildIfStale from '../test/e2e/build.ts';
import { dueLanes, git } from './due.ts';
import { createLanes, laneNames, type Lane } from './lanes.ts';
import { filesOnBothEngines } from './on-both-engines.ts';
import { say, sayAll } from './report.ts';
import { hasFailed, maxRetried, totalsOf } from './results.ts';
import type { LaneResult } from './run-lane.ts';
import { runLanes } from './run-lanes.ts';
import { recordVerified, verifiedCommit } from './verified.ts';

/**
 * `npm run verify`: all lanes, and the record of them in `docs/verified.md`. `npm run verify -- LANE…`: these lanes.
 * `npm run verify -- --due`: what a change must pass. The last line counts the tests of all lanes. Exit code 1 when one failed, too
 * many were retried or a lane could not run; 2 for a lane that does not exist.
 */

/** Time limit of a run; a change may take 90 minutes, including the steps before. */
const maxMinutes = 82;

/** What the lanes print, and their counts; replaced by the next run. */
const folder = join(import.meta.dirname, '../node_modules/.cache/verify');

const words = process.argv.slice(2);
const unknown = words.filter((word) => word !== '--due' && !laneNames.some((name) => name === word));
if (unknown.length > 0) {
  process.stderr.write(`No lane ${unknown.join(', ')}. There are: ${laneNames.join(', ')}, and --due.\n`);
  process.exitCode = 2;
} else {
  process.exitCode = (await verify()) ? 0 : 1;
}

/** True when everything that was due has passed. */
async function verify(): Promise<boolean> {
  const startedAt = Date.now();
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  const chosen = choose();
  const skipped = (process.env['DOCENT_SKIP_LANES'] ?? '').split(/[\s,]+/);
  const lanes = chosen.filter(({ name }) => !skipped.includes(name));
  const leftOut = chosen.filter(({ name }) => skipped.includes(name)).map(({ name }) => name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  say(`Lanes: ${lanes.map(({ name }) => name).join(', ')}. What they print is in ${folder}`);
  await buildIfStale();
  const deadline = startedAt + maxMinutes * 60_000;
  const results = await runLanes(lanes, { folder, deadline, signal: stopping.signal });
  const minutes = (Date.now() - startedAt) / 60_000;
  const { retried } = totalsOf(results.flatMap(({ files }) => files));
  const isGood = results.length > 0 && !results.some(hasFailed) && retried <= maxRetried;
  if (isGood && words.length === 0 && leftOut.length === 0) record(results, minutes);
  await sayAll({ results, leftOut, folder, minutes });
  return isGood;
}

function choose(): readonly Lane[] {
  const lanes = createLanes(filesOnBothEngines());
  if (words.length === 0) return lanes;
  if (!words.includes('--due')) return lanes.filter(({ name }) => words.includes(name));
  const due = dueLanes(lanes, verifiedCommit());
  say(`Due: ${due.reason}`);
  return due.lanes;
}

/** Records the result for the commit, unless the working tree differs from it. */
function record(results: readonly LaneResult[], minutes: number): void {
  if (git('status', '--porcelain').trim() !== '')
    say('docs/verified.md is not written: this checkout has changes that no commit has');
  else recordVerified({ commit: git('rev-parse', 'HEAD').trim(), date: new Date(), results, minutes });
}
