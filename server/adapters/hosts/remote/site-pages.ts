import type { ArticleHead } from '../../../ports/host.ts';
import type { SiteClient } from './client.ts';
import { createTryPages } from './try-page.ts';

/** Try page and redirects, for a host that lists its articles. */
export const createSitePages = (deps: {
  readonly client: SiteClient;
  readonly title: () => string;
  readonly heads: () => Promise<readonly ArticleHead[]>;
}) => {
  const { client, title } = deps;
  // The try page works while the site is down.
  const heads = async () => {
    const all = await deps.heads().catch(() => []);
    return all.filter(({ visibility }) => visibility === 'public');
  };
  return createTryPages({
    site: async () => ({
      title: title(),
      url: client.publicOrigin + client.address.folder,
      articles: (await heads())
        .filter(({ isUnlisted }) => !isUnlisted)
        .toSorted((one, other) => other.publishedAt.localeCompare(one.publishedAt)),
    }),
    siteOrigin: () => client.publicOrigin,
    isKnown: async (path) => (await heads()).some(({ url }) => url === path),
  });
};
