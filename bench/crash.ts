import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { crashRounds } from '../test/running/crash-rounds.ts';

/** How often the service is killed. */
const rounds = 100;

/** Kills a service under load many times: nothing acknowledged may be lost, nothing left behind by the dead. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-crash-'));
  try {
    const report = await crashRounds(folder, rounds);
    const sorted = report.readyMs.toSorted((a, b) => a - b);
    const lines: readonly (readonly [string, number, string])[] = [
      ['kills', report.rounds, 'times'],
      ['acknowledged chat logs', report.acknowledgedLogs, 'logs'],
      ['acknowledged saves of settings', report.acknowledgedSaves, 'saves'],
      ...Object.entries(report.interrupted).map(([kind, n]) => [`interrupted: ${kind}`, n, 'jobs'] as const),
      ['start to ready, median', sorted[Math.floor(sorted.length / 2)] ?? 0, 'ms'],
      ['start to ready, longest', sorted.at(-1) ?? 0, 'ms'],
      ['acknowledged and lost', report.lost.length, 'records'],
      ['held by a dead process 5 s after ready', report.stuck.length, 'records'],
    ];
    for (const [name, figure, unit] of lines) process.stdout.write(`${name}: ${figure} ${unit}\n`);
    for (const what of [...report.lost, ...report.stuck]) process.stdout.write(`  ${what}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await run();
