import { computed, watch } from 'vue';
import { useListQuery } from './list-query.ts';
import { useQuery } from './use-query.ts';

/** The query for a page of a list. */
type Asked<F> = F & { readonly page: number; readonly size: number };

/** Paged articles of the site; page and filters are in the address. `rowsOf` extracts the articles of a reply. */
export function useArticleList<F extends Record<string, string>, R extends { readonly total: number }, T>(
  filters: F,
  load: (query: Asked<F>, signal: AbortSignal) => Promise<R>,
  rowsOf: (reply: R) => readonly T[],
) {
  const query = useListQuery(filters);
  const { data, error, loading, reload } = useQuery((signal) =>
    load({ ...query.filters, page: query.page.value, size: query.pageSize.value }, signal),
  );
  watch(query.version, reload);
  const rows = computed(() => (data.value ? rowsOf(data.value) : []));
  const total = computed(() => data.value?.total ?? 0);
  return { ...query, data, error, loading, reload, rows, total };
}
