/** Counter of page views. */
export interface VisitStore {
  /** Views by article id. */
  load(): Promise<ReadonlyMap<string, number>>;
  add(id: string): void;
}

/** Excerpts written by Docent; files of the site are never changed. */
export interface ExcerptStore {
  /** All excerpts by article id. */
  load(): Promise<ReadonlyMap<string, string>>;
  get(id: string): Promise<string | undefined>;
  /** Saves an excerpt; `''` removes it. Resolves when it is saved. */
  set(id: string, excerpt: string): Promise<void>;
}

export interface Stores {
  readonly visits: VisitStore;
  readonly excerpts: ExcerptStore;
  /** Saves everything pending. */
  readonly close?: () => Promise<void>;
}

/** Both stores in memory, for tests and for sites without persistence. */
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
