import { LRUCache } from 'lru-cache';
import { explained, type Words } from '../../../kit/explained.ts';
import { isFault } from '../../../kit/fault.ts';
import { documentLimits, readingVersion } from '../../documents/document.ts';
import type { SiteClient } from '../remote/client.ts';
import { createSiteRobots } from '../web/lists/site-robots.ts';

export const weekMs = 7 * 86_400_000;
/** After this time a file that the site did not send is asked for again; doubled each time. */
const againMs = 60 * 60_000;
const fetchMs = 120_000;
/** Files that the site did not send of which this is known; others are asked for again in their turn. */
const mostUnsent = 5_000;

/** Asks a site for its files, as robots.txt allows. */
export function createFileRequests({
  client,
  now,
  closing,
}: {
  readonly client: SiteClient;
  readonly now: () => number;
  /** Ends requests. */
  readonly closing: AbortSignal;
}) {
  const robots = createSiteRobots(client, now);
  /** Files that the site did not send: when that was, and how often it has been so. */
  const unsent = new LRUCache<string, { readonly at: number; readonly times: number }>({ max: mostUnsent });

  const request = async (path: string): Promise<Uint8Array | Words | undefined> => {
    try {
      await robots.update(closing);
      if (!robots.rules.allows(path)) return explained('left_robots');
      const answer = await client.request(path, {
        maxBytes: documentLimits.bytes,
        limitMs: fetchMs,
        signal: closing,
      });
      // A page in place of the file asks to sign in or excuses the site.
      const isPage = /^\s*text\/html/i.test(answer.headers.get('content-type') ?? '');
      if (answer.status === 200 && !isPage) return answer.bytes;
      if (answer.status === 200 || answer.status >= 500 || answer.status === 429) return undefined;
      return explained('left_status', { status: answer.status });
    } catch (error) {
      if (isFault(error)) return error.code === 'invalid' ? error.words : undefined;
      throw error;
    }
  };

  return {
    /** Changes when the file is to be asked for again. */
    stampOf(path: string): string {
      const week = `${readingVersion} ${Math.floor(now() / weekMs)}`;
      const missed = unsent.get(path);
      if (!missed) return week;
      // Then it gets another stamp than the one with which it was asked for.
      const isAgain = now() - missed.at >= againMs * 2 ** (missed.times - 1);
      const tries = isAgain ? missed.times : missed.times - 1;
      return tries === 0 ? week : `${week} ${tries}`;
    },
    /** The bytes of a file; words say why it is not read, and `undefined` that the site did not send it this time. */
    async load(path: string): Promise<Uint8Array | Words | undefined> {
      const loaded = await request(path);
      if (loaded === undefined) unsent.set(path, { at: now(), times: (unsent.get(path)?.times ?? 0) + 1 });
      return loaded;
    },
  };
}
