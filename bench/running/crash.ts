import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { crashRounds } from '../../test/running/crash-rounds.ts';
import { createFigures, median } from '../fixtures/figures.ts';

/** Number of kills. */
const rounds = 100;

/** Kills a service under load many times: nothing acknowledged may be lost, and no lock may stay behind. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-crash-'));
  try {
    const report = await crashRounds(folder, rounds);
    const figures = createFigures('crash');
    figures.note('kills', report.rounds, 'times');
    figures.note('acknowledged saves, logs, feedback and jobs', report.acknowledged, 'records');
    for (const [kind, times] of Object.entries(report.interrupted))
      figures.note(`interrupted: ${kind}`, times, 'times', { atLeast: 1 });
    figures.note('start to ready, median', median(report.readyMs), 'ms');
    figures.note('start to ready, longest', Math.max(...report.readyMs), 'ms');
    figures.note('acknowledged and lost', report.lost.length, 'records', { atMost: 0 });
    figures.note('held or standing still 5 s after ready', report.stuck.length, 'records', { atMost: 0 });
    for (const what of [...report.lost, ...report.stuck]) process.stdout.write(`  ${what}\n`);
    await figures.keep();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await run();
