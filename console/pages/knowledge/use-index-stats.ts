import { watch } from 'vue';
import { knowledge, type KnowledgeStats } from '../../../contract/knowledge.ts';
import { call } from '../../api/call.ts';
import { usePoll } from '../../ui/queries/use-poll.ts';
import { useQuery } from '../../ui/queries/use-query.ts';

const everyMs = 2_000;

/** Figures of the index. While a rebuild runs, or begins by itself in a moment, they are kept up to date to its end. */
export function useIndexStats() {
  const stats = useQuery((signal) => call(knowledge, 'stats', { signal }));
  const poll = usePoll(async () => {
    await stats.reload();
    return isChanging(stats.data.value);
  }, everyMs);
  watch(stats.data, (told) => {
    if (isChanging(told)) poll.start();
  });
  return stats;
}

const isChanging = (stats: KnowledgeStats | undefined): boolean =>
  stats !== undefined && (stats.status !== 'idle' || isNewModelDue(stats));

/** The index still has the vectors of another model; the service rebuilds it without being asked. */
export const isNewModelDue = ({ embedding = '', plannedEmbedding = '' }: KnowledgeStats): boolean =>
  plannedEmbedding !== '' && plannedEmbedding !== embedding;
