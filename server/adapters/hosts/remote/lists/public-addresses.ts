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
 * A platform names its public address in its articles, which may be another one than that by which Docent reaches it.
 * When all articles are under one other origin, that is the site's; otherwise those under others are left out and told.
 */
export const createPublicList = (
  source: ListingSource,
  address: Pick<SiteAddress, 'adopt' | 'takeOthers'>,
): PublicList => {
  let words: ExplainedText | undefined;
  const read = async (signal: AbortSignal | undefined) => {
    address.takeOthers();
    const heads: readonly ArticleHead[] = await Array.fromAsync(source.listAll(signal));
    return { heads, others: [...address.takeOthers()].toSorted(([, a], [, b]) => b - a) };
  };
  return {
    source: {
      ...source,
      async *listAll(signal) {
        let { heads, others } = await read(signal);
        const [only, second] = others;
        if (only && !second && heads.every(({ url }) => url === '')) {
          address.adopt(only[0]);
          ({ heads, others } = await read(signal));
        }
        const [most] = others;
        words = most && explained('site_addresses', { origin: most[0], count: most[1] });
        yield* heads;
      },
    },
    get words() {
      return words;
    },
  };
};
