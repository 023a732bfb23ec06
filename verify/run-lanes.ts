import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Lane } from './lanes.ts';
import { say, sayResult } from './report.ts';
import { afterSecondTry, hasFailed, maxRetried, totalsOf } from './results.ts';
import { runLane, type LaneOptions, type LaneResult } from './run-lane.ts';
import { sideBySide } from './side-by-side.ts';
import { provideTools } from './tools.ts';

/**
 * Runs lanes: first the checks, which fail within a minute, while tools are being installed; then the others concurrently. When few
 * tests failed, their files run once more at the end.
 */
export async function runLanes(lanes: readonly Lane[], options: LaneOptions): Promise<readonly LaneResult[]> {
  const results = await runOnce(lanes, options);
  const failures = totalsOf(results.flatMap(({ files }) => files)).failed;
  const mayTryAgain = failures <= maxRetried && results.every(({ troubles }) => troubles.length === 0);
  return failures > 0 && mayTryAgain ? tryAgain(results, options) : results;
}

async function runOnce(lanes: readonly Lane[], options: LaneOptions): Promise<readonly LaneResult[]> {
  const results: LaneResult[] = [];
  const one = async (lane: Lane, ready = Promise.resolve()): Promise<void> => {
    const result = await ready.then(
      () => runLane(lane, options),
      (error: unknown) => notRun(lane, error instanceof Error ? error.message : String(error)),
    );
    results.push(result);
    sayResult(result);
  };
  const check = lanes.find(({ name }) => name === 'check');
  const others = lanes.filter((lane) => lane !== check);
  const log = join(options.folder, 'tools.log');
  const ready = new Map(others.map((lane) => [lane, provideTools(lane.tools, log)]));
  // The lane itself reports a failure.
  for (const provided of ready.values()) provided.catch(() => {});
  if (check) await one(check);
  if (results.some(hasFailed))
    return [...results, ...others.map((lane) => notRun(lane, 'did not run, since check failed'))];
  await sideBySide(
    Math.max(2, availableParallelism()),
    others.map((lane) => ({
      cores: lane.cores,
      ready: ready.get(lane) ?? Promise.resolve(),
      run: () => one(lane, ready.get(lane)),
    })),
  );
  return lanes.flatMap((lane) => results.filter((result) => result.lane === lane));
}

const notRun = (lane: Lane, why: string): LaneResult => ({
  lane,
  files: [],
  troubles: [`${lane.name}: ${why}`],
  left: [],
  minutes: 0,
});

/** Runs failed files again while nothing else runs; tests that pass now are counted as retried. */
async function tryAgain(first: readonly LaneResult[], options: LaneOptions): Promise<readonly LaneResult[]> {
  const results: LaneResult[] = [];
  for (const result of first) {
    const only = result.files.filter(({ failed }) => failed.length > 0).map(({ file }) => file);
    if (only.length === 0 || only.includes('check')) {
      results.push(result);
      continue;
    }
    say(`${result.lane.name}: a second try of ${only.join(', ')}`);
    const second = await runLane(result.lane, { ...options, only });
    results.push({
      ...result,
      files: afterSecondTry(result.files, second.files),
      troubles: second.troubles,
      minutes: result.minutes + second.minutes,
    });
  }
  return results;
}
