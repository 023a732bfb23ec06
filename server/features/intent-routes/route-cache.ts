import { RouteBody, routeLimits } from '../../../contract/intent-routes/route-fields.ts';
import type { Database } from '../../kit/database.ts';
import { invalid, notFound } from '../../kit/fault.ts';
import { createLastKnown } from '../../kit/last-known.ts';
import type { Log } from '../../ports/log.ts';
import { builtinRoutes, isBuiltin, shippedRoute, type RouteFields } from './builtin-routes.ts';
import { routesChanged, type IntentRouteStore, type StoredRoute } from './store.ts';
import { triggerProblem } from './matching/trigger.ts';

/** A route and when it was saved (epoch milliseconds), `undefined` for a built-in one as it was shipped. */
export interface KnownRoute extends RouteFields {
  readonly savedAt: number | undefined;
}

/** Every route of the service, in the order in which they are tried. */
export interface RouteCache {
  /** The same array until something changes, in whichever process. */
  all(): Promise<readonly KnownRoute[]>;
  find(id: string): Promise<KnownRoute | undefined>;
  /** Writes all of them or none. Throws `invalid` for a pattern that cannot be matched, `conflict` when they become too many. */
  save(routes: readonly RouteFields[]): Promise<void>;
  /** Writes a new route; `false` when its id is taken. Throws like `save`. */
  add(route: RouteFields): Promise<boolean>;
  /** Throws `invalid` for a built-in route; an unknown one is gone already. */
  remove(id: string): Promise<void>;
  /** Puts a built-in route back. Throws `not-found` for any other. */
  reset(id: string): Promise<void>;
  close(): void;
}

export function createRouteCache(deps: {
  readonly db: Pick<Database, 'subscribe'>;
  readonly store: Pick<IntentRouteStore, 'all' | 'add' | 'change'>;
  readonly now: () => number;
  readonly log: Log;
}): RouteCache {
  const { db, store, now, log } = deps;
  const current = createLastKnown(async (): Promise<readonly KnownRoute[]> => {
    const stored = (await store.all()).flatMap((row) => readStored(row, log));
    const own = new Set(stored.map(({ id }) => id));
    const shipped = builtinRoutes.flatMap(({ id }) => (own.has(id) ? [] : (shippedRoute(id) ?? [])));
    return [...stored, ...shipped.map((route) => ({ ...route, savedAt: undefined }))].toSorted(
      firstTriedFirst,
    );
  });
  const notices = db.subscribe(routesChanged, current.outdated);
  const all = current.read;
  const change = async (put: readonly StoredRoute[], drop: readonly string[]) => {
    await store.change(put, drop, routeLimits.routes);
    current.outdated();
  };

  const stored = (route: RouteFields): StoredRoute => ({
    id: route.id,
    fields: JSON.stringify(route),
    updatedAt: now(),
  });

  return {
    all,
    find: async (id) => (await all()).find((route) => route.id === id),
    async save(routes) {
      for (const route of routes) checkPatterns(route);
      await change(routes.map(stored), []);
    },
    async add(route) {
      checkPatterns(route);
      const added = await store.add(stored(route), routeLimits.routes);
      current.outdated();
      return added;
    },
    async remove(id) {
      if (isBuiltin(id)) throw invalid('A built-in route cannot be deleted; switch it off instead');
      await change([], [id]);
    },
    async reset(id) {
      if (!isBuiltin(id)) throw notFound('Built-in route');
      await change([], [id]);
    },
    close: () => notices.close(),
  };
}

/** By priority, the larger first, then by id. */
const firstTriedFirst = (a: RouteFields, b: RouteFields): number =>
  b.priority - a.priority || (a.id < b.id ? -1 : 1);

/** Throws `invalid` with the place and the reason of the first pattern that cannot be matched. */
export function checkPatterns({ triggerPatterns }: Pick<RouteFields, 'triggerPatterns'>): void {
  for (const [index, pattern] of triggerPatterns.entries()) {
    const problem = triggerProblem(pattern);
    if (problem !== undefined) throw invalid(`triggerPatterns.${index} ${problem}`);
  }
}

/** A stored route that no longer fits (an older version wrote it) is left out, a built-in one falls back to what is shipped. */
function readStored({ id, fields, updatedAt }: StoredRoute, log: Log): KnownRoute[] {
  const parsed = RouteBody.safeParse(JSON.parse(fields));
  if (parsed.success) return [{ ...parsed.data, id, savedAt: updatedAt }];
  log.warn({ route: id }, 'a stored intent route does not fit and is left out');
  return [];
}
