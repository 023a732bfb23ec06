import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import process from 'node:process';
import { shortly } from './command.ts';
import type { LaneResult } from './run-lane.ts';
import { totalsOf } from './results.ts';

const place = 'docs/verified.md';

/** The last commit that passed all lanes; `undefined` where there is no record. */
export function verifiedCommit(): string | undefined {
  try {
    return /^- commit: `([0-9a-f]{40})`$/m.exec(readFileSync(place, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

interface Verified {
  readonly commit: string;
  readonly date: Date;
  readonly results: readonly LaneResult[];
  readonly minutes: number;
}

/** Records a run of all lanes in `docs/verified.md`. */
export function recordVerified(verified: Verified): void {
  writeFileSync(place, verifiedPage(verified));
}

function verifiedPage({ commit, date, results, minutes }: Verified): string {
  const rows = results.map(({ lane, files, minutes: own }) => {
    const { passed, failed, skipped, retried } = totalsOf(files);
    return [lane.name, lane.about, passed, failed, skipped, retried, shortly(own)];
  });
  const all = totalsOf(results.flatMap(({ files }) => files));
  const retried = results.flatMap(({ files }) =>
    files.flatMap((one) => one.retried.map(({ test }) => `- ${one.file}: ${test}`)),
  );
  const [cpu] = cpus();
  const lines = [
    '# Verified',
    '',
    'The last run of all lanes (`npm run verify`), written by it. Lanes run side by side, so that their minutes overlap.',
    '',
    `- commit: \`${commit}\``,
    `- date: ${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `- machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
    `- in all: ${all.passed} passed, ${all.failed} failed, ${all.skipped} skipped in ${shortly(minutes)} minutes`,
    '',
    ...table([['lane', 'what', 'passed', 'failed', 'skipped', 'retried', 'minutes'], ...rows]),
    ...(retried.length > 0 ? ['', 'Passed at the second try:', '', ...retried] : []),
    '',
  ];
  return lines.join('\n');
}

/** A table as the formatter of the project writes it: columns are padded. */
function table(rows: readonly (readonly (string | number)[])[]): string[] {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => String(row[column]).length)));
  const line = (row: readonly (string | number)[]) =>
    `| ${row.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [
    line(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rows.slice(1).map((row) => line(row)),
  ];
}
