import { computed, watch, type Ref } from 'vue';
import { useRoute, useRouter } from 'vue-router';

/**
 * The shown tab of a page, stored in the address as `?part=`; the first one by default. The title of the window names the
 * others, so that they are told apart in the history.
 */
export function useTab<const T extends string>(
  parts: readonly [T, ...T[]],
  names: Readonly<Ref<Readonly<Record<T, string>>>>,
) {
  const route = useRoute();
  const router = useRouter();
  const part = computed<T>({
    get: () => parts.find((one) => one === route.query['part']) ?? parts[0],
    set: (one) => void router.push({ query: one === parts[0] ? {} : { part: one } }),
  });
  const title = document.title;
  watch(part, (one) => (document.title = one === parts[0] ? title : `${names.value[one]} – ${title}`), {
    immediate: true,
  });
  return part;
}
