import type { UsageToday } from '../../../../contract/usage/figures.ts';
import type { DayCost } from '../store/costs.ts';
import { alertLevel } from './alert.ts';

type Cost = NonNullable<UsageToday['cost']>;
type Model = Pick<UsageToday['models'][number], 'model' | 'calls' | 'cost'>;

/** Cost of a day, the rest of its ceiling, and what it does not count: calls that were recorded without a price. */
export function costOfDay(
  { used, reserved }: Pick<DayCost, 'used' | 'reserved'>,
  ceiling: number | undefined,
  models: readonly Model[],
  isUnpriced: (model: string) => boolean,
): Cost {
  const unpriced = models.filter(
    ({ model, calls, cost = 0 }) => calls > 0 && cost === 0 && isUnpriced(model),
  );
  return {
    used: rounded(used),
    reserved: rounded(reserved),
    ...(ceiling !== undefined && {
      limit: ceiling,
      usedPercent: Math.round((used / ceiling) * 10_000) / 100,
      alert: alertLevel(used, ceiling),
    }),
    unpricedCalls: unpriced.reduce((sum, { calls }) => sum + calls, 0),
    unpricedModels: unpriced.map(({ model }) => model),
  };
}

/** Rounded to a millionth; sums of fractions leave a rest far below it. */
const rounded = (amount: number) => Math.max(0, Math.round(amount * 1e6) / 1e6);
