import { computed } from 'vue';
import type { UsageStats } from '../../../contract/usage/figures.ts';
import { usage } from '../../../contract/usage/usage.ts';
import { call } from '../../api/call.ts';
import { estimateOf, type PlannedCalls } from '../../text/call-estimate.ts';
import { formatCost, formatNumber, noFigure, sentences } from '../../text/format.ts';
import { useTexts } from '../../text/language.ts';
import { commonTexts } from '../../text/shared-texts.ts';
import { useQuery } from '../queries/use-query.ts';

const spentLately = (signal?: AbortSignal) =>
  call(usage, 'stats', { query: { range: '30d' }, ...(signal && { signal }) });

/** Says what calls that are about to be made will take, in calls, tokens and money. */
const useEstimateText = () => {
  const t = useTexts(commonTexts);
  return (planned: readonly PlannedCalls[], daily: UsageStats['daily'] | undefined): string => {
    const { calls, tokens, cost } = estimateOf(planned, daily);
    if (calls === 0) return t.value.noCalls;
    const price = formatCost(cost);
    return sentences(
      t.value.atMostCalls(calls),
      tokens === undefined
        ? t.value.noEstimate
        : price === noFigure || cost === 0
          ? t.value.aboutTokens(formatNumber(Math.round(tokens)))
          : t.value.aboutCost(formatNumber(Math.round(tokens)), price),
    );
  };
};

/** An estimate that stands on the page. */
export function useCallEstimate() {
  const text = useEstimateText();
  const spent = useQuery(spentLately);
  const daily = computed(() => spent.data.value?.daily);
  return (planned: readonly PlannedCalls[]): string => text(planned, daily.value);
}

/** An estimate that is asked for when it is needed, so that a page does not wait for it. */
export function useCallEstimateOnDemand() {
  const text = useEstimateText();
  return async (planned: readonly PlannedCalls[]): Promise<string> => {
    const isFree = planned.every(({ calls }) => calls === 0);
    const spent = isFree ? undefined : await spentLately().catch(() => undefined);
    return text(planned, spent?.daily);
  };
}
