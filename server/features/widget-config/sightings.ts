import type { Database } from '../../kit/database.ts';
import { createSightingStore } from './store.ts';

export { sightingMigrations } from './store.ts';

/** A page is noted again after this time at the earliest. */
const againMs = 60 * 60_000;
/** Most origins that are remembered. */
const mostOrigins = 20;

/** Notes on which pages the widget has been seen, so that the administrator sees that it is in place. */
export function createSightings(deps: {
  readonly db: Database;
  readonly now: () => number;
  /** True for an origin whose pages may ask. */
  readonly isAllowed: (origin: string) => Promise<boolean>;
  /** Path of the console's pages, which are no visits. */
  readonly consolePath: string;
}) {
  const { now, isAllowed, consolePath } = deps;
  const store = createSightingStore(deps.db);
  const noted = new Map<string, number>();

  /** The page that a request came from; `undefined` for programs, the console and pages of strangers. */
  async function pageOf({ origin, referer }: Headers, own: string): Promise<string | undefined> {
    const page = URL.parse(referer ?? '') ?? URL.parse(origin ?? '');
    if (!page || !/^https?:$/.test(page.protocol) || page.origin.length > 300) return undefined;
    if (page.origin !== own) return (await isAllowed(page.origin)) ? page.origin : undefined;
    return page.pathname.includes(`${consolePath}/`) ? undefined : page.origin;
  }

  return {
    /** Notes the page that a request came from; `own` is the origin of the service. Never rejects. */
    async note(headers: Headers, own: string): Promise<void> {
      try {
        const origin = await pageOf(headers, URL.parse(own)?.origin ?? own);
        const at = now();
        if (origin === undefined || at - (noted.get(origin) ?? -Infinity) < againMs) return;
        if (noted.size >= mostOrigins) noted.clear();
        noted.set(origin, at);
        await store.note(origin, at, mostOrigins);
      } catch {
        // The widget needs no note; the next visit after the outage brings one.
        noted.clear();
      }
    },
    first: store.first,
  };
}

type Headers = Readonly<Record<string, string | undefined>>;

export type Sightings = ReturnType<typeof createSightings>;
