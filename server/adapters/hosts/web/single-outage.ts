import { isFault } from '../../../kit/fault.ts';
import type { SiteClient } from '../remote/client.ts';

/** Distinguishes a single address that does not answer from a site that is down. */
export interface SingleOutage {
  /**
   * True when `error` concerns its address alone: the front page answers, or robots.txt where the front page is that
   * address. False for any other error.
   */
  isOf(error: unknown, path: string, signal: AbortSignal): Promise<boolean>;
  /** To be called after each answer of the site. */
  answered(): void;
}

/** Number of consecutive failures that count as an outage, even if the front page answers, which may come from a cache. */
const maxInRow = 5;
/** Longest pause requested by the site within which the front page is asked for. */
const longestRestMs = 20_000;
const probeMs = 10_000;

export const createSingleOutage = (client: SiteClient): SingleOutage => {
  const { folder } = client.address;
  let inRow = 0;
  const answers = async (path: string, signal: AbortSignal): Promise<boolean> => {
    try {
      await client.request(path, { limitMs: probeMs, signal });
      return true;
    } catch (error) {
      // A page that is too long or leads elsewhere is an answer too.
      return isFault(error, 'invalid');
    }
  };
  return {
    async isOf(error, path, signal) {
      if (!isFault(error, 'unavailable')) return false;
      if (client.pace.restsForMs > longestRestMs) return false;
      inRow++;
      if (inRow > maxInRow) {
        // The next round may try as many again, so that it can get past them.
        inRow = 0;
        return false;
      }
      return answers(path === folder ? '/robots.txt' : folder, signal);
    },
    answered: () => void (inRow = 0),
  };
};
