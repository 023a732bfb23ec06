import type { Log } from '../../ports/log.ts';
import type { Generation } from './generation.ts';
import { failuresInARow, isProviderFailure, failureMessage } from './failures.ts';
import { inField, explained } from '../../kit/explained.ts';

type Result =
  | { readonly postName: string; readonly success: true; readonly cached: boolean }
  | { readonly postName: string; readonly success: false; readonly error: string };

/**
 * Generates maps of several articles in turn. One failure does not end it, but repeated failures of the provider do.
 */
export async function generateBatch(
  deps: { readonly generation: Pick<Generation, 'generate'>; readonly log: Log },
  postNames: readonly string[],
  signal: AbortSignal,
) {
  const results: Result[] = [];
  let failing = 0;
  for (const postName of postNames) {
    if (failing >= failuresInARow || signal.aborted) {
      const words = signal.aborted
        ? explained('map_not_tried_left')
        : explained('map_not_tried', { count: failing });
      results.push({ postName, success: false, ...inField('error', words) });
      continue;
    }
    try {
      const { cached } = await deps.generation.generate(postName, { anew: false }, signal);
      results.push({ postName, success: true, cached });
      if (!cached) failing = 0;
    } catch (error) {
      if (isProviderFailure(error)) failing += 1;
      results.push({ postName, success: false, ...inField('error', failureMessage(error, deps.log)) });
    }
  }
  return countsOf(results);
}

const countsOf = <R extends { readonly success: boolean }>(results: R[]) => ({
  success: true as const,
  count: results.filter(({ success }) => success).length,
  total: results.length,
  results,
});
