import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** A test, or a part of a file that broke as a whole, with its first error. */
const FailureSchema = z.object({ test: z.string(), error: z.string() });

/** The tests of one file. */
const FileCountsSchema = z.object({
  file: z.string(),
  passed: z.number(),
  failed: z.array(FailureSchema),
  skipped: z.array(z.string()),
  /** Tests that passed, but not at the first try. */
  retried: z.array(FailureSchema),
});

export type Failure = z.infer<typeof FailureSchema>;
export type FileCounts = z.infer<typeof FileCountsSchema>;

/** The counts that `count-reporter.ts` wrote; `undefined` when the run ended before that. */
export async function readCounts(path: string): Promise<FileCounts[] | undefined> {
  try {
    return z.array(FileCountsSchema).parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Counts after some files have run again: tests that failed at first and pass now count as retried. */
export function afterSecondTry(
  first: readonly FileCounts[],
  second: readonly FileCounts[],
): readonly FileCounts[] {
  return first.map((before) => {
    const now = second.find(({ file }) => file === before.file);
    if (!now) return before;
    const fails = new Set(now.failed.map(({ test }) => test));
    return { ...now, retried: before.failed.filter(({ test }) => !fails.has(test)) };
  });
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly retried: number;
}

/** The numbers of tests in several files. */
export const totalsOf = (files: readonly FileCounts[]): Totals => {
  const total = (numberIn: (one: FileCounts) => number) => files.reduce((sum, one) => sum + numberIn(one), 0);
  return {
    passed: total(({ passed }) => passed),
    failed: total(({ failed }) => failed.length),
    skipped: total(({ skipped }) => skipped.length),
    retried: total(({ retried }) => retried.length),
  };
};

/** More tests than this that pass only at a second try fail the run. */
export const maxRetried = 3;

/** True when a test failed, or the lane as a whole. */
export const hasFailed = (result: {
  readonly files: readonly FileCounts[];
  readonly troubles: readonly string[];
}): boolean => result.troubles.length > 0 || totalsOf(result.files).failed > 0;
