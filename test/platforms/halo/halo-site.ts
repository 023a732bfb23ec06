/** A post or single page as tests publish it. */
export interface HaloPost {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly slug?: string;
  readonly tags?: readonly string[];
  readonly kind?: 'post' | 'page';
  readonly visible?: 'PUBLIC' | 'INTERNAL' | 'PRIVATE';
  readonly hideFromList?: boolean;
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
