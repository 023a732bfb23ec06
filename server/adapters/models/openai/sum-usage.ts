import type { ModelUsage } from '../../../ports/models.ts';

/** The tokens of several requests together; a count that one of them lacks is lacking in the sum. */
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
