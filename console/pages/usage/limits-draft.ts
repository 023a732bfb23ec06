import type { Refusal } from '../../ui/queries/use-mutation.ts';
import { problemText } from '../../ui/problem-text.ts';
import { UsageLimitsBody, type UsageLimits } from '../../../contract/usage/limits.ts';

/** The limits being edited. */
export interface LimitsDraft {
  readonly enabled: boolean;
  readonly ceilings: Readonly<Record<string, number | null>>;
  /** Cost of all models a day. */
  readonly dailyCost: number | null;
  readonly visitor: {
    readonly enabled: boolean;
    readonly dailyLimit: number | null;
    readonly hourlyLimit: number | null;
    readonly whitelist: readonly string[];
    readonly searchesPerMinute: number | null;
    readonly searchesPerHour: number | null;
  };
}

export const draftOf = ({ enabled, chatModelLimits, dailyCostLimit, visitor }: UsageLimits): LimitsDraft => ({
  enabled,
  ceilings: { ...chatModelLimits },
  dailyCost: dailyCostLimit,
  visitor: { ...visitor, whitelist: [...visitor.whitelist] },
});

/** The request body: an emptied field is sent as 0, which means no limit and removes a ceiling. */
export const bodyOf = ({ enabled, ceilings, dailyCost, visitor }: LimitsDraft) => ({
  enabled,
  chatModelLimits: Object.fromEntries(Object.entries(ceilings).map(([model, limit]) => [model, limit ?? 0])),
  dailyCostLimit: dailyCost ?? 0,
  visitor: {
    enabled: visitor.enabled,
    dailyLimit: visitor.dailyLimit ?? 0,
    hourlyLimit: visitor.hourlyLimit ?? 0,
    whitelist: [...visitor.whitelist],
    searchesPerMinute: visitor.searchesPerMinute ?? 0,
    searchesPerHour: visitor.searchesPerHour ?? 0,
  },
});

/** Errors of a draft by field path, in the language of the console: from the contract and from the service. */
export function problemsOf(
  draft: LimitsDraft,
  refusal?: Pick<Refusal, 'field' | 'problem'>,
): Readonly<Record<string, string>> {
  const { error } = UsageLimitsBody.safeParse(bodyOf(draft));
  return {
    ...(refusal && { [refusal.field.split('.', 2).join('.')]: refusal.problem }),
    ...Object.fromEntries(
      error?.issues.map((issue) => [issue.path.slice(0, 2).join('.'), problemText(issue)]) ?? [],
    ),
  };
}

/** Models for which a ceiling can be set: the selected one, those used today and those with a ceiling; each once. */
export const ceilingModels = (...lists: readonly (readonly string[])[]): string[] => [
  ...new Set(lists.flat().filter((name) => name !== '')),
];

/** The ceilings of a draft that today's use has reached already. */
export function overused(
  draft: LimitsDraft | undefined,
  usedOf: (model: string) => number,
): readonly { readonly model: string; readonly used: number; readonly limit: number }[] {
  if (!draft?.enabled) return [];
  return Object.entries(draft.ceilings).flatMap(([model, limit]) => {
    const used = usedOf(model);
    return limit !== null && limit > 0 && used >= limit ? [{ model, used, limit }] : [];
  });
}

/** True when the ceiling in money of a draft is reached by what was spent today. */
export const isOverspent = (draft: LimitsDraft | undefined, spent: number): boolean =>
  draft !== undefined && draft.enabled && (draft.dailyCost ?? 0) > 0 && spent >= (draft.dailyCost ?? 0);

/** A share of a ceiling as the bar shows it. */
export const shownPercent = (percent = 0): number => Math.min(100, Math.round(percent));

/** Colour of the bar. */
export const progressStatus = (percent: number): 'error' | 'warning' | 'default' =>
  percent >= 100 ? 'error' : percent >= 80 ? 'warning' : 'default';

/** Labels of the limits, where two people have changed the same one. */
export const limitNames = (t: {
  readonly ceilings: string;
  readonly visitors: string;
  readonly perDay: string;
  readonly perHour: string;
  readonly searchesPerMinute: string;
  readonly searchesPerHour: string;
  readonly whitelist: string;
  readonly costOfAll: (currency: string) => string;
}): Readonly<Record<string, string>> => ({
  enabled: t.ceilings,
  chatModelLimits: t.ceilings,
  dailyCostLimit: t.costOfAll(''),
  visitor: t.visitors,
  dailyLimit: t.perDay,
  hourlyLimit: t.perHour,
  searchesPerMinute: t.searchesPerMinute,
  searchesPerHour: t.searchesPerHour,
  whitelist: t.whitelist,
});
