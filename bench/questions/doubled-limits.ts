import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { createFigures } from '../fixtures/figures.ts';

/**
 * Asks all questions of `answers` twice, the second time with every limit of `build/answer-limits.json` doubled: a number that decides
 * which text answers is no limit, and counts among those that are set by hand.
 */
export async function run(): Promise<void> {
  const figures = createFigures('doubled-limits');
  const folder = await mkdtemp(join(tmpdir(), 'docent-limits-'));
  const outcomes = async (name: string, ...options: string[]): Promise<readonly string[]> => {
    const file = join(folder, name);
    const env = { ...process.env, DOCENT_BENCH_OUTCOMES: file };
    await promisify(execFile)(process.execPath, [...options, join(import.meta.dirname, 'answers.ts')], {
      env,
    });
    return (await readFile(file, 'utf8')).trim().split('\n').map(withoutRanks);
  };
  try {
    const own = await outcomes('own');
    const doubled = await outcomes(
      'doubled',
      '--import',
      join(import.meta.dirname, '../fixtures/double-limits.ts'),
    );
    const changed = own.filter((line, at) => line !== doubled[at]);
    for (const line of changed) console.log(line);
    figures.note('questions', own.length, 'number');
    figures.note('outcomes that change with doubled limits', changed.length, 'number', { atMost: 0 });
    await figures.keep();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of the ranks at the end of a line only whether an article is first: a longer list of further ones is one of the limits. */
const withoutRanks = (line: string): string =>
  line.replace(/\t(\d+)(?=\t|$)/g, (_, rank: string) => `\t${rank === '1' ? 'first' : 'not'}`);

if (import.meta.main) await run();
