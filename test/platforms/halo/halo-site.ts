/** A post or single page as tests publish it. */
export interface HaloPost {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly slug?: string;
  readonly tags?: readonly string[];
  readonly kind?: 'post' | 'page';
  readonly visible?: 'PUBLIC' | 'INTERNAL' | 'PRIVATE';
}

/** A Halo, the imitation or a running one, and its owner, whom a test plays. */
export interface HaloUnderTest extends AsyncDisposable {
  readonly origin: string;
  readonly owner: string;
  /** Value of the owner's cookie SESSION. */
  readonly session: string;
  /** True for the articles of the tests; a running Halo may have others, which are left alone. */
  isOwn(id: string): boolean;
  /** Makes a personal access token with these roles. */
  token(...roles: readonly string[]): Promise<string>;
  /** Publishes a post or, by the same name, a new version; resolves with its id when visitors can read it. */
  publish(post: HaloPost): Promise<string>;
  unpublish(name: string): Promise<void>;
  /** The owner's request to the interface; throws for a refusal. */
  call(method: string, path: string, body?: unknown, type?: string): Promise<Record<string, unknown>>;
  /** Takes back what was published so far. */
  clear(): Promise<void>;
}

/** Addresses of Halo's API that Docent uses. */
export const haloPaths = {
  post: {
    public: '/apis/api.content.halo.run/v1alpha1/posts',
    raw: '/apis/content.halo.run/v1alpha1/posts',
  },
  page: {
    public: '/apis/api.content.halo.run/v1alpha1/singlepages',
    raw: '/apis/content.halo.run/v1alpha1/singlepages',
  },
  user: '/apis/api.console.halo.run/v1alpha1/users/-',
  policies: '/apis/storage.halo.run/v1alpha1/policies',
  upload: '/apis/api.console.halo.run/v1alpha1/attachments/upload',
  attachments: '/apis/storage.halo.run/v1alpha1/attachments',
} as const;
