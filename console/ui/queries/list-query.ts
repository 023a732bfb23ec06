import { reactive, ref, watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';

/**
 * Page, size and filters of a list, stored in the address so that a link shows the same. Changing a filter returns to
 * the first page; text filters wait until typing pauses.
 */
export function useListQuery<F extends Record<string, string>>(filters: F, size = 20) {
  const route = useRoute();
  const router = useRouter();
  const from = (name: string, fallback: string) => {
    const value = route.query[name];
    return typeof value === 'string' ? value : fallback;
  };
  const page = ref(Math.max(1, Number(from('page', '1')) || 1));
  const pageSize = ref(Math.min(100, Math.max(1, Number(from('size', String(size))) || size)));
  const chosen = reactive<Record<string, string>>(
    Object.fromEntries(Object.entries(filters).map(([name, standard]) => [name, from(name, standard)])),
  ) as F;

  /** Incremented by each change that requires a reload. */
  const version = ref(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    const query = Object.fromEntries(
      Object.entries({ ...chosen, page: String(page.value), size: String(pageSize.value) }).filter(
        ([name, value]) =>
          value !== ({ ...filters, page: '1', size: String(size) } as Record<string, string>)[name],
      ),
    );
    void router.replace({
      query: { ...otherQuery(route.query, [...Object.keys(filters), 'page', 'size']), ...query },
    });
    version.value += 1;
  };
  watch([page, pageSize], settle);
  watch(
    () => ({ ...chosen }),
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (page.value === 1) settle();
        else page.value = 1;
      }, 300);
    },
  );
  return { page, pageSize, filters: chosen, version };
}

const otherQuery = (query: Record<string, unknown>, own: readonly string[]) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      typeof value === 'string' && !own.includes(name) ? [[name, value] as const] : [],
    ),
  );
