import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { shortly } from './command.ts';
import { hasFailed, maxRetried, totalsOf } from './results.ts';
import { logOf, type LaneResult } from './run-lane.ts';
import { toldLeft } from './temporary-place.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints the result of a lane as soon as it has ended. */
export function sayResult({ lane, files, troubles, left, minutes }: LaneResult): void {
  const { passed, failed, skipped } = totalsOf(files);
  say(`${lane.name}: ${passed} passed, ${failed} failed, ${skipped} skipped in ${shortly(minutes)} minutes`);
  for (const trouble of troubles) say(`  ${trouble}`);
  if (left.length > 0) say(`  ${toldLeft(left)}`);
}

interface Run {
  readonly results: readonly LaneResult[];
  /** Names of the lanes that were left out on purpose. */
  readonly leftOut: readonly string[];
  /** Folder of the lanes' output. */
  readonly folder: string;
  readonly minutes: number;
}

/** Prints failed, retried and skipped tests; the last line counts the tests of all lanes. */
export async function sayAll({ results, leftOut, folder, minutes }: Run): Promise<void> {
  for (const { lane } of results.filter(hasFailed)) {
    const output = await readFile(logOf(folder, lane), 'utf8').catch(() => '');
    if (output !== '') say(`--- ${lane.name} printed at its end:\n${output.slice(-maxPrinted)}\n---`);
  }
  for (const line of linesOf(results, ({ skipped }) => skipped.map((test) => ({ test, error: '' }))))
    say(`skipped ${line}`);
  const retried = linesOf(results, (one) => one.retried);
  for (const line of retried) say(`PASSED AT THE SECOND TRY ${line}`);
  const failed = linesOf(results, (one) => one.failed);
  for (const line of failed.slice(0, maxNamed)) say(`FAILED ${line}`);
  if (failed.length > maxNamed) say(`FAILED ${failed.length - maxNamed} further tests`);
  for (const trouble of results.flatMap(({ troubles }) => troubles)) say(`FAILED ${trouble}`);
  if (retried.length > maxRetried)
    say(`FAILED ${retried.length} tests passed only at the second try; at most ${maxRetried} may`);
  say(`${shortly(minutes)} minutes; ${retried.length} tests passed at the second try`);
  if (leftOut.length > 0) say(`Skipped lanes (DOCENT_SKIP_LANES): ${leftOut.join(', ')}`);
  const all = totalsOf(results.flatMap(({ files }) => files));
  const troubled = results.filter(({ troubles }) => troubles.length > 0).length;
  // A lane that failed as a whole counts as one test.
  say(`${all.passed} passed, ${all.failed + troubled} failed, ${all.skipped} skipped`);
}

/** Maximum of failed tests listed; when more failed, they have a common cause. */
const maxNamed = 40;
/** Maximum of characters of a failed lane's output that are printed. */
const maxPrinted = 20_000;

interface Told {
  readonly test: string;
  readonly error: string;
}

const linesOf = (
  results: readonly LaneResult[],
  told: (file: LaneResult['files'][number]) => readonly Told[],
): readonly string[] =>
  results.flatMap(({ lane, files }) =>
    files.flatMap((one) =>
      told(one).map(({ test, error }) =>
        [`${lane.name}: ${one.file} > ${test}`, error.split('\n', 1)[0]].filter(Boolean).join(': '),
      ),
    ),
  );
