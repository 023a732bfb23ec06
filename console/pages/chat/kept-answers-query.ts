import { watch, type Ref } from 'vue';
import { answerCache } from '../../../contract/chat/answer-cache.ts';
import { call } from '../../api/call.ts';
import { useQuery } from '../../ui/queries/use-query.ts';

/** How many answers are kept, asked for together with the settings: with other ones, other answers are kept. */
export function useKeptAnswers(saved: Readonly<Ref<unknown>>) {
  const kept = useQuery((signal) => call(answerCache, 'read', { signal }));
  watch(saved, (_, before) => {
    if (before !== undefined) void kept.reload();
  });
  return kept;
}

export type KeptAnswersQuery = ReturnType<typeof useKeptAnswers>;
