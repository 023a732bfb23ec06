/** Where page views are counted. */
export interface VisitStore {
  /** Views by article id. */
  load(): Promise<ReadonlyMap<string, number>>;
  add(id: string): void;
}

/** Where the excerpts that Docent writes are kept; the files of the site are never changed. */
export interface ExcerptStore {
  /** All excerpts by article id. */
  load(): Promise<ReadonlyMap<string, string>>;
  get(id: string): Promise<string | undefined>;
  /** `''` removes it. Resolves when it is safe. */
  set(id: string, excerpt: string): Promise<void>;
}

export interface Stores {
  readonly visits: VisitStore;
  readonly excerpts: ExcerptStore;
  /** Brings everything into safety. */
  readonly close?: () => Promise<void>;
}

/** Both stores in memory, for tests and for sites that keep nothing. */
export const createMemoryStores = (): Stores => {
  const visits = new Map<string, number>();
  const excerpts = new Map<string, string>();
  return {
    visits: { load: async () => visits, add: (id) => void visits.set(id, (visits.get(id) ?? 0) + 1) },
    excerpts: {
      load: async () => excerpts,
      get: async (id) => excerpts.get(id),
      async set(id, excerpt) {
        if (excerpt === '') excerpts.delete(id);
        else excerpts.set(id, excerpt);
      },
    },
  };
};
