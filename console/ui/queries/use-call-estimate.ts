import { usage } from '../../../contract/usage/usage.ts';
import { call } from '../../api/call.ts';
import { estimateOf, type PlannedCalls } from '../../text/call-estimate.ts';
import { formatCost, formatNumber, noFigure, sentences } from '../../text/format.ts';
import { useTexts } from '../../text/language.ts';
import { commonTexts } from '../../text/shared-texts.ts';
import { useQuery } from './use-query.ts';

/** Says what calls that are about to be made will take, in calls, tokens and money, before they are agreed to. */
export function useCallEstimate(): (planned: readonly PlannedCalls[]) => string {
  const t = useTexts(commonTexts);
  const spent = useQuery((signal) => call(usage, 'stats', { query: { range: '30d' }, signal }));
  return (planned) => {
    const { calls, tokens, cost } = estimateOf(planned, spent.data.value?.daily);
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
}
