import { computed } from 'vue';
import { useRoute, useRouter } from 'vue-router';

/** The shown tab of a page, stored in the address as `?part=`; the first one by default. */
export function useTab<const T extends string>(parts: readonly [T, ...T[]]) {
  const route = useRoute();
  const router = useRouter();
  return computed<T>({
    get: () => parts.find((part) => part === route.query['part']) ?? parts[0],
    set: (part) => void router.push({ query: part === parts[0] ? {} : { part } }),
  });
}
