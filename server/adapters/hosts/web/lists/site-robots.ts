import { dayMs, isRecent } from '../../../../kit/calendar.ts';
import { explained } from '../../../../kit/explained.ts';
import { isFault, unavailable } from '../../../../kit/fault.ts';
import type { SiteClient } from '../../remote/client.ts';
import { readRobots, type Robots } from '../robots.ts';

/** The robots.txt of a site, requested once a day. */
export interface SiteRobots {
  readonly rules: Robots;
  /** Requests the file when it is due; true when it did. Throws `unavailable` when the site fails to answer. */
  update(signal: AbortSignal): Promise<boolean>;
}

/** Of a longer file the beginning counts. */
const maxBytes = 500_000;

export const createSiteRobots = (client: SiteClient, now: () => number): SiteRobots => {
  let rules = readRobots(client.origin, '');
  let requestedAt = -Infinity;
  return {
    get rules() {
      return rules;
    },
    async update(signal) {
      if (isRecent(requestedAt, dayMs, now())) return false;
      const answer = await client
        .request('/robots.txt', { maxBytes, shortens: true, signal })
        .catch((error: unknown) => {
          if (isFault(error, 'invalid')) return undefined;
          throw error;
        });
      // RFC 9309: a site whose robots.txt fails must not be crawled.
      if (answer && answer.status >= 500)
        throw unavailable(explained('site_status_robots', { status: answer.status }));
      // Some servers send the rules as text/html, and some send an HTML page instead of the rules.
      const text = answer?.status === 200 ? answer.text() : '';
      rules = readRobots(client.origin, /^\s*</.test(text) ? '' : text);
      client.pace.keepApart(rules.delayMs);
      requestedAt = now();
      return true;
    },
  };
};
