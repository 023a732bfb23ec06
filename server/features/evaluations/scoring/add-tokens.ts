import type { CaseUsage, Tokens } from '../../../../contract/evaluations/report.ts';
import { sum } from './rounding.ts';

/** Sum of tokens; the cost is that of calls with a known price, rounded to a millionth. */
export function addTokens(all: readonly Tokens[]): Tokens {
  const costs = all.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  return {
    promptTokens: sum(all.map(({ promptTokens }) => promptTokens)),
    completionTokens: sum(all.map(({ completionTokens }) => completionTokens)),
    embeddingTokens: sum(all.map(({ embeddingTokens }) => embeddingTokens)),
    ...(costs.length > 0 && { cost: Math.round(sum(costs) * 1e6) / 1e6 }),
  };
}

export const addUsage = (all: readonly CaseUsage[]): CaseUsage => ({
  answer: addTokens(all.map(({ answer }) => answer)),
  judge: addTokens(all.map(({ judge }) => judge)),
});
