import type { ModelUsage } from '../../../ports/models.ts';

/** Sum of the tokens of several requests; a count that is missing in one of them is missing in the sum. */
export function sumUsage(usages: readonly ModelUsage[]): ModelUsage {
  const promptTokens = sum(usages.map((usage) => usage.promptTokens));
  const completionTokens = sum(usages.map((usage) => usage.completionTokens));
  return {
    ...(promptTokens === undefined ? {} : { promptTokens }),
    ...(completionTokens === undefined ? {} : { completionTokens }),
  };
}

const sum = (counts: readonly (number | undefined)[]) =>
  counts.reduce(
    (total, count) => (total === undefined || count === undefined ? undefined : total + count),
    0,
  );
