import type { UsageCall } from '../../../contract/usage/figures.ts';
import { usage, usageBounds } from '../../../contract/usage/usage.ts';
import { call } from '../../api/call.ts';

/** What calls have taken; `cost` is `undefined` where a call has no price. */
export interface Spent {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: UsageCall['cost'] | undefined;
}

/** Work that called models for these purposes, between two instants. */
export interface Work {
  readonly scenarios: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Work of a job that has ended in any way, by its instants; `undefined` while it runs or where there was none. */
export function workOf(
  scenarios: Work['scenarios'],
  { createdAt, finishedAt }: { readonly createdAt: string; readonly finishedAt: string },
): Work | undefined {
  const [from, to] = [Date.parse(createdAt), Date.parse(finishedAt)];
  return Number.isNaN(from) || Number.isNaN(to) ? undefined : { scenarios, from, to };
}

/** More calls than this many pages hold are not added up. */
const mostPages = 20;

/** What work has taken, by the list of calls; `undefined` when there are too many to add up. */
export async function spentBetween(
  { scenarios, from, to }: Work,
  signal: AbortSignal,
): Promise<Spent | undefined> {
  const calls: UsageCall[] = [];
  for (const scenario of scenarios) {
    for (let page = 1; ; page += 1) {
      if (page > mostPages) return undefined;
      const query = { scenario, page, size: usageBounds.pageSize };
      const { items } = await call(usage, 'calls', { query, signal });
      calls.push(...items.filter(({ time }) => isWithin(Date.parse(time), from, to)));
      const last = items.at(-1);
      // The newest come first.
      if (!last || items.length < usageBounds.pageSize || Date.parse(last.time) < from) break;
    }
  }
  return sumOf(calls);
}

const isWithin = (at: number, from: number, to: number) => at >= from && at <= to;

/** Adds calls up. */
export const sumOf = (calls: readonly UsageCall[]): Spent => {
  const isPriced = calls.every(({ cost }) => cost !== undefined);
  return {
    calls: calls.length,
    tokens: calls.reduce((sum, { totalTokens }) => sum + totalTokens, 0),
    cost: isPriced ? calls.reduce((sum, { cost = 0 }) => sum + cost, 0) : undefined,
  };
};
