import { dayMs, minuteMs, isRecent } from '../../../../kit/calendar.ts';
import { isFault } from '../../../../kit/fault.ts';
import type { Availability } from '../../remote/availability.ts';
import type { SiteClient } from '../../remote/client.ts';
import type { SingleOutage } from '../single-outage.ts';
import type { PageLook } from './judge-page.ts';
import { missingPath, type Visits } from './visit-page.ts';

/** The site's page for addresses that it does not have, requested once a day. */
export interface MissingPageProbe {
  /** `undefined` before the first request, and when the site replies with an error status. */
  readonly page: PageLook | undefined;
  /** Requests the page when it is due. Throws `unavailable` when the site is down. */
  update(signal: AbortSignal): Promise<void>;
  /** Makes the page due. */
  expire(): void;
}

export const createMissingPageProbe = (deps: {
  readonly client: SiteClient;
  readonly visits: Pick<Visits, 'missingPage'>;
  readonly outage: SingleOutage;
  readonly availability: Pick<Availability, 'watch'>;
  readonly now: () => number;
}): MissingPageProbe => {
  const { client, visits, outage, availability, now } = deps;
  let page: PageLook | undefined;
  let lookedAt = -Infinity;
  let waitMs = 0;

  /** Returns the time until the next request. */
  const request = async (signal: AbortSignal): Promise<number> => {
    try {
      page = await visits.missingPage(signal);
      outage.answered();
      return dayMs;
    } catch (error) {
      // Some sites never answer for such addresses, or redirect without end; a busy machine may read too slowly.
      if (isFault(error, 'invalid')) return 10 * minuteMs;
      if (!isFault(error) || !(await outage.isOf(error, missingPath(client), signal))) throw error;
      return 10 * minuteMs;
    }
  };

  return {
    get page() {
      return page;
    },
    async update(signal) {
      if (isRecent(lookedAt, waitMs, now())) return;
      waitMs = await availability.watch(request(signal));
      lookedAt = now();
    },
    expire: () => void (lookedAt = -Infinity),
  };
};
