import { isFault } from '../../../kit/fault.ts';
import type { SiteClient } from '../remote/client.ts';

/** Tells an address that alone does not answer from a site that is down. */
export interface SingleOutage {
  /** True when `error` concerns its address alone: the front page answers. False for any other error. */
  isOf(error: unknown, path: string, signal: AbortSignal): Promise<boolean>;
  /** To be called after each answer of the site. */
  answered(): void;
}

/** So many failures in a row are an outage, whatever the front page says, which may come from a cache. */
const mostInRow = 5;
/** Longest pause requested by the site within which the front page is asked for. */
const longestRestMs = 20_000;
const probeMs = 10_000;

export const createSingleOutage = (client: SiteClient): SingleOutage => {
  let inRow = 0;
  const answers = async (signal: AbortSignal): Promise<boolean> => {
    try {
      await client.request(client.address.folder, { limitMs: probeMs, signal });
      return true;
    } catch (error) {
      // A page that is too long or leads elsewhere is an answer too.
      return isFault(error, 'invalid');
    }
  };
  return {
    async isOf(error, path, signal) {
      if (!isFault(error, 'unavailable') || path === client.address.folder) return false;
      if (client.pace.restsForMs > longestRestMs || ++inRow > mostInRow) return false;
      return answers(signal);
    },
    answered: () => void (inRow = 0),
  };
};
