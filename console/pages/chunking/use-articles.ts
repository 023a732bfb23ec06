import { onScopeDispose, ref } from 'vue';
import { knowledge } from '../../../contract/knowledge.ts';
import { call } from '../../api/call.ts';
import { useQuery } from '../../ui/queries/use-query.ts';

/** The first articles that match what is typed; the page asks for them together with its settings. */
export function useArticles() {
  const sought = ref('');
  const found = useQuery(
    async (signal) =>
      (await call(knowledge, 'articles', { query: { page: 1, size: 20, keyword: sought.value }, signal }))
        .articles,
  );
  let searching: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(searching));
  return {
    ...found,
    search(text: string) {
      sought.value = text;
      clearTimeout(searching);
      searching = setTimeout(() => void found.reload(), 300);
    },
  };
}

export type Articles = ReturnType<typeof useArticles>;
