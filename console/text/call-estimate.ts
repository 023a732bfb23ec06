import type { UsageStats } from '../../contract/usage/figures.ts';

/** Calls of one purpose that are about to be made, such as `summary_generate`. */
export interface PlannedCalls {
  readonly scenario: string;
  readonly calls: number;
  /** Tokens of all these calls, where they are known. */
  readonly tokens?: number;
}

/** What planned calls will take: by what such calls took lately; `undefined` where there were none. */
export interface CallEstimate {
  readonly calls: number;
  readonly tokens: number | undefined;
  readonly cost: number | undefined;
}

/** Estimates planned calls by the average of the calls of the same purpose that succeeded or failed in a range. */
export function estimateOf(
  planned: readonly PlannedCalls[],
  daily: UsageStats['daily'] | undefined,
): CallEstimate {
  const parts = planned.map(({ scenario, calls, tokens }) => {
    const days = (daily ?? []).flatMap(({ byScenario }) => byScenario?.[scenario] ?? []);
    const sum = (of: (day: (typeof days)[number]) => number) =>
      days.reduce((total, day) => total + of(day), 0);
    const made = sum((day) => day.calls);
    const used = sum(({ p, c, e }) => p + c + e);
    const share = made === 0 ? undefined : tokens === undefined || used === 0 ? calls / made : tokens / used;
    return {
      calls,
      tokens: tokens ?? (share && share * used),
      cost: share && share * sum(({ cost = 0 }) => cost),
    };
  });
  const total = (of: (part: (typeof parts)[number]) => number | undefined) =>
    parts.some((part) => part.calls > 0 && of(part) === undefined)
      ? undefined
      : parts.reduce((all, part) => all + (of(part) ?? 0), 0);
  return {
    calls: parts.reduce((all, part) => all + part.calls, 0),
    tokens: total(({ tokens }) => tokens),
    cost: total(({ cost }) => cost),
  };
}
