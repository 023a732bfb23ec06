import type { Foundation } from './foundation.ts';

/** Names that everybody knows: the title of the site, and the hosts of the site and of the service. */
export const namesOf =
  ({ host, publicOrigin }: Pick<Foundation, 'host' | 'publicOrigin'>) =>
  (): readonly string[] => {
    const { siteTitle, siteOrigin } = host.describe();
    const hosts = [siteOrigin, publicOrigin].flatMap((origin) =>
      origin === undefined ? [] : new URL(origin).hostname,
    );
    // `www.blog.example.org` is known as “blog”, too.
    const labels = hosts.flatMap((name) =>
      name
        .replace(/^www\./, '')
        .split('.')
        .slice(0, -1),
    );
    return [siteTitle, ...hosts, ...labels];
  };
