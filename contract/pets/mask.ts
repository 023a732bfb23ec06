import { z } from 'zod';
import { explained, type ExplainedText } from '../explanations/explained.ts';
import { issueOf } from '../wording.ts';
import { petLimits } from './limits.ts';

/** A run of selected pixels: start, counted row by row from the top left, and length. */
export type Run = readonly [start: number, length: number];

/** The selected pixels of an image (spec 2.14). */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly Run[];
}

/**
 * Parses a mask, or returns why it is refused. A single loop, because a schema of tuples takes a hundred times as long.
 */
export function readMask(value: unknown): Mask | ExplainedText {
  if (typeof value !== 'object' || value === null) return explained('mask_object');
  const { width, height, runs }: { width?: unknown; height?: unknown; runs?: unknown } = value;
  if (!isCount(width) || !isCount(height)) return explained('mask_sides');
  if (width * height > petLimits.maskPixels) return explained('mask_pixels', { count: petLimits.maskPixels });
  if (!Array.isArray(runs)) return explained('mask_runs');
  if (runs.length > petLimits.maskRuns) return explained('mask_runs_many', { count: petLimits.maskRuns });
  if (!areRuns(runs, width * height)) {
    return explained('mask_runs_odd');
  }
  return { width, height, runs };
}

function areRuns(runs: readonly unknown[], pixels: number): runs is readonly Run[] {
  let free = 0;
  for (const run of runs) {
    if (!Array.isArray(run) || run.length !== 2) return false;
    const [start, length]: unknown[] = run;
    if (!Number.isInteger(start) || !isCount(length)) return false;
    if (typeof start !== 'number' || start < free || start + length > pixels) return false;
    free = start + length;
  }
  return true;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

export const MaskField = z
  .unknown()
  .optional()
  .transform((value, context): Mask | undefined => {
    if (value === undefined || value === null) return undefined;
    const mask = readMask(value);
    if (!('explanation' in mask)) return mask;
    context.addIssue(issueOf(mask));
    return z.NEVER;
  })
  .meta({
    description:
      'Selected pixels, row by row: {width, height, runs: [[start, length], …]}, runs ascending and apart',
  });
