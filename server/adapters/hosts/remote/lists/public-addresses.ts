import { explained, type ExplainedText } from '../../../../kit/explained.ts';
import type { ArticleHead } from '../../../../ports/host.ts';
import type { SiteAddress } from '../site-address.ts';
import type { ListingSource } from './listing.ts';

/** A list whose articles are under the addresses that visitors use. */
interface PublicList {
  readonly source: ListingSource;
  /** Articles left out for their addresses; `undefined` when there are none. */
  readonly words: ExplainedText | undefined;
}

/**
 * A platform uses its public address in its articles, which may differ from the address by which Docent reaches it. When
 * all absolute addresses have one other origin, that is taken as the site's; otherwise articles with other origins are
 * left out and reported.
 */
export const createPublicList = (
  source: ListingSource,
  address: Pick<SiteAddress, 'adopt' | 'takeOrigins'>,
): PublicList => {
  let words: ExplainedText | undefined;
  const read = async (signal: AbortSignal | undefined) => {
    address.takeOrigins();
    const heads: readonly ArticleHead[] = await Array.fromAsync(source.listAll(signal));
    return { heads, origins: [...address.takeOrigins()] };
  };
  return {
    source: {
      ...source,
      async *listAll(signal) {
        let { heads, origins } = await read(signal);
        const [only, second] = origins;
        if (only && !second && !only[1].isOwn) {
          address.adopt(only[0]);
          ({ heads, origins } = await read(signal));
        }
        const [most] = origins
          .filter(([, { isOwn }]) => !isOwn)
          .toSorted(([, a], [, b]) => b.count - a.count);
        words = most && explained('site_addresses', { origin: most[0], count: most[1].count });
        yield* heads;
      },
    },
    get words() {
      return words;
    },
  };
};
