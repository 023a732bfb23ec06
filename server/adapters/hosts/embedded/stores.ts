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

/** An image that Docent stored, with what is known of it. */
export interface KeptImage {
  readonly name: string;
  readonly mediaType: string;
  /** Of the file it was made from, as its sender called it. */
  readonly fileName: string;
  readonly ownerMark: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly bytes: Uint8Array;
}

/** Images by their names. */
export interface ImageStore {
  /** Resolves when it is saved; an image of that name stays as it is. */
  add(image: KeptImage): Promise<void>;
  get(name: string): Promise<Pick<KeptImage, 'bytes' | 'mediaType'> | undefined>;
  /** A missing one is no error. */
  delete(name: string): Promise<void>;
}

export interface Stores {
  readonly visits: VisitStore;
  readonly excerpts: ExcerptStore;
  readonly images: ImageStore;
  /** Saves everything pending. */
  readonly close?: () => Promise<void>;
}

/** All stores in memory, for tests and for sites without persistence. */
export const createMemoryStores = (): Stores => {
  const visits = new Map<string, number>();
  const excerpts = new Map<string, string>();
  const images = new Map<string, KeptImage>();
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
    images: {
      async add(image) {
        if (!images.has(image.name)) images.set(image.name, image);
      },
      get: async (name) => images.get(name),
      delete: async (name) => void images.delete(name),
    },
  };
};
