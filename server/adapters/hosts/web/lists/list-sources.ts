import type { SiteClient } from '../../remote/client.ts';

/** A sitemap or feed of the site. */
export interface ListSource {
  readonly path: string;
  /** A feed may be named as a sitemap; it becomes one when it is read. */
  kind: 'sitemap' | 'feed';
  /** True when the site names the list; false when it was tried at a usual address. */
  readonly named: boolean;
  etag: string;
  lastModified: string;
  /** Modification date in the sitemap index. */
  said: string;
  nextAt: number;
  pages: ReadonlySet<string>;
  /** True for a sitemap index. */
  isIndex: boolean;
  /** True when its entries have another host, and may belong to another site. */
  isAdapted: boolean;
  /** True when the file was truncated. */
  brokeOff: boolean;
  /** `cut`: read, but not to its end. */
  state: 'unknown' | 'read' | 'cut' | 'missing';
}

const maxSources = 200;
/** Maximum of pages whose dating list is kept. */
const maxDated = 200_000;

/** The lists of a site found so far. */
export type ListSources = ReturnType<typeof createListSources>;

export const createListSources = (client: Pick<SiteClient, 'address' | 'origin'>) => {
  const sources = new Map<string, ListSource>();
  /** The list whose date counts for a page: the first that gives one, since the dates of several lists differ. */
  const datedBy = new Map<string, ListSource>();
  return {
    /** The date that a list gives a page, where it counts; `''` otherwise. */
    dateFrom(source: ListSource, path: string, said: string): string {
      const first = datedBy.get(path);
      if (first === source || said === '') return said;
      if (first !== undefined && first.pages.has(path)) return '';
      if (datedBy.size >= maxDated) datedBy.clear();
      datedBy.set(path, source);
      return said;
    },

    /** In the order in which they were added; those added during a loop are reached by it. */
    all: () => sources.values(),

    /** The list at an address; `undefined` when it is not of the site, or when there are too many. */
    add(address: string, kind: ListSource['kind'], named: boolean): ListSource | undefined {
      const path = client.address.pathOf(address, new URL(client.origin));
      if (path === undefined || sources.size >= maxSources) return undefined;
      const known = sources.get(path);
      if (known) return known;
      const source: ListSource = {
        path,
        kind,
        named,
        etag: '',
        lastModified: '',
        said: '',
        nextAt: 0,
        pages: new Set(),
        isIndex: false,
        isAdapted: false,
        brokeOff: false,
        state: 'unknown',
      };
      sources.set(path, source);
      return source;
    },

    /** True when some list of the kind satisfies the condition. */
    some: (kind: ListSource['kind'], condition: (source: ListSource) => boolean) =>
      sources.values().some((source) => source.kind === kind && condition(source)),

    /** Number of pages named by all lists but one. */
    pagesOutside: (one: ListSource): number =>
      sources.values().reduce((sum, source) => (source === one ? sum : sum + source.pages.size), 0),

    /** Paths of the lists that broke off. */
    get broken(): readonly string[] {
      return [...sources.values()].filter(({ brokeOff }) => brokeOff).map(({ path }) => path);
    },

    /** Pages of all lists when each was read completely; `undefined` otherwise, or without lists. */
    get announced(): ReadonlySet<string> | undefined {
      const lists = [...sources.values()].filter(({ state }) => state !== 'missing' && state !== 'unknown');
      return lists.length === 0 || lists.some(({ state }) => state !== 'read')
        ? undefined
        : new Set(lists.flatMap(({ pages }) => [...pages]));
    },
  };
};
