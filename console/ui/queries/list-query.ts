import { nextTick, reactive, ref, watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';

/** The words that a filter may have; one that is not named takes any text. */
export type Choices<F> = Partial<Readonly<Record<keyof F, readonly string[]>>>;

/** What the address says of a filter; a word that the filter does not have is the default. */
function filterIn(value: unknown, standard: string, choices: readonly string[] | undefined): string {
  if (typeof value !== 'string') return standard;
  return choices === undefined || choices.includes(value) ? value : standard;
}

/**
 * Page, size and filters of a list, stored in the address so that a link shows the same and Back undoes the last change.
 * Changing a filter returns to the first page; text filters wait until typing pauses.
 */
export function useListQuery<F extends Record<string, string>>(
  filters: F,
  size = 20,
  choices: Choices<F> = {},
) {
  const route = useRoute();
  const router = useRouter();
  const names = Object.keys(filters);
  const own = [...names, 'page', 'size'];
  const place = route.name;
  const numberIn = (name: string, standard: number, most: number) => {
    const value = Number(route.query[name]);
    return Number.isInteger(value) && value >= 1 ? Math.min(most, value) : standard;
  };
  const page = ref(1);
  const pageSize = ref(size);
  const chosen = reactive<Record<string, string>>({}) as F;
  const take = () => {
    page.value = numberIn('page', 1, Number.MAX_SAFE_INTEGER);
    pageSize.value = numberIn('size', size, 100);
    for (const name of names)
      Object.assign(chosen, { [name]: filterIn(route.query[name], filters[name] ?? '', choices[name]) });
  };
  take();

  /** Incremented by each change that requires a reload. */
  const version = ref(0);
  const standards: Readonly<Record<string, string>> = { ...filters, page: '1', size: String(size) };
  const query = () =>
    Object.fromEntries(
      Object.entries({ ...chosen, page: String(page.value), size: String(pageSize.value) }).filter(
        ([name, value]) => value !== standards[name],
      ),
    );
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True while the address changes the values, which then change no address. */
  let isTaking = false;
  /** The text that the last entry of the history searched for: typing on changes that entry. */
  let typed = '';
  const settle = () => {
    const to = { query: { ...otherQuery(route.query, own), ...query() } };
    const text = JSON.stringify(names.filter((name) => !choices[name]).map((name) => chosen[name]));
    void (typed !== '' && typed !== text ? router.replace(to) : router.push(to));
    typed =
      text === JSON.stringify(names.filter((name) => !choices[name]).map((name) => filters[name]))
        ? ''
        : text;
    version.value += 1;
  };
  watch([page, pageSize], () => {
    if (!isTaking) settle();
  });
  watch(
    () => ({ ...chosen }),
    () => {
      if (isTaking) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (page.value === 1) settle();
        else page.value = 1;
      }, 300);
    },
  );
  watch(
    () => route.query,
    async () => {
      const isShown = own.every(
        (name) => (query()[name] ?? standards[name]) === (route.query[name] ?? standards[name]),
      );
      if (isShown || route.name !== place) return;
      isTaking = true;
      take();
      version.value += 1;
      await nextTick();
      isTaking = false;
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
