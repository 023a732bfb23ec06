import { z } from 'zod';
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
 * Parses a mask, or returns the error message. A single loop, because a schema of tuples takes a hundred times as long.
 */
export function readMask(value: unknown): Mask | string {
  if (typeof value !== 'object' || value === null) return 'mask must be an object';
  const { width, height, runs }: { width?: unknown; height?: unknown; runs?: unknown } = value;
  if (!isCount(width) || !isCount(height)) return 'mask.width and mask.height must be positive whole numbers';
  if (width * height > petLimits.maskPixels)
    return `The image must not have more than ${petLimits.maskPixels} pixels`;
  if (!Array.isArray(runs)) return 'mask.runs must be a list';
  if (runs.length > petLimits.maskRuns) return `mask.runs must not hold more than ${petLimits.maskRuns} runs`;
  if (!areRuns(runs, width * height)) {
    return 'mask.runs must be pairs [start, length], ascending, apart from each other, not empty and inside the image';
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
    if (typeof mask !== 'string') return mask;
    context.addIssue({ code: 'custom', message: mask });
    return z.NEVER;
  })
  .meta({
    description:
      'Selected pixels, row by row: {width, height, runs: [[start, length], …]}, runs ascending and apart',
  });
