import { RouteBody, routeLimits } from '../../../contract/intent-routes/route-fields.ts';
import { recordConflicts } from '../../../contract/config/conflicts.ts';
import type { Database } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import { invalid, notFound } from '../../kit/fault.ts';
import { assertAsRead, changedMeanwhile, revisionOf } from '../../kit/records/saved-record.ts';
import { sha256 } from '../../kit/ids.ts';
import { createLastKnown } from '../../kit/last-known.ts';
import type { Log } from '../../ports/log.ts';
import { builtinRoutes, isBuiltinRoute, shippedRoute, type RouteFields } from './builtin-routes.ts';
import { routesChanged, type CheckStored, type IntentRouteStore, type StoredRoute } from './store.ts';
import { triggerProblem } from './matching/trigger.ts';

/** A route with the time of its last change (epoch milliseconds), `undefined` for an unchanged built-in one. */
export interface KnownRoute extends RouteFields {
  readonly savedAt: number | undefined;
}

/** Cache of all routes, by priority. */
export interface RouteCache {
  /** Returns the same array until a process changes a route. */
  all(): Promise<readonly KnownRoute[]>;
  /** Changes with every route. */
  revision(): Promise<string>;
  find(id: string): Promise<KnownRoute | undefined>;
  /**
   * Saves all routes or none. Throws `invalid` for an invalid pattern, `conflict` for too many routes, and `stale` when a
   * route has changed since the revision on which the save is based.
   */
  save(routes: readonly RouteFields[], basedOn?: number): Promise<void>;
  /** Adds a route; `false` when its id exists. Throws like `save`. */
  add(route: RouteFields): Promise<boolean>;
  /** Deletes a route, which may be unknown. Throws `invalid` for a built-in one, and `stale` like `save`. */
  remove(id: string, basedOn?: number): Promise<void>;
  /** Restores a built-in route. Throws `not-found` for any other, and `stale` like `save`. */
  reset(id: string, basedOn?: number): Promise<void>;
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
  let known: { readonly of: readonly KnownRoute[]; readonly revision: string } | undefined;
  const revision = async () => {
    const of = await all();
    if (known?.of !== of) known = { of, revision: sha256(JSON.stringify(of)) };
    return known.revision;
  };
  const change = async (put: readonly StoredRoute[], drop: readonly string[], check?: CheckStored) => {
    await store.change(put, drop, { most: routeLimits.routes, check });
    current.outdated();
  };

  const stored = (route: RouteFields): StoredRoute => ({
    id: route.id,
    fields: JSON.stringify(route),
    updatedAt: now(),
  });

  return {
    all,
    revision,
    find: async (id) => (await all()).find((route) => route.id === id),
    async save(routes, basedOn) {
      for (const route of routes) checkPatterns(route);
      const check = basedOn === undefined ? undefined : unchangedSince(basedOn, routes, log);
      await change(routes.map(stored), [], check);
    },
    async add(route) {
      checkPatterns(route);
      const added = await store.add(stored(route), routeLimits.routes);
      current.outdated();
      return added;
    },
    async remove(id, basedOn) {
      if (isBuiltinRoute(id)) throw invalid(explained('route_builtin'));
      await change([], [id], sameSince(basedOn, log));
    },
    async reset(id, basedOn) {
      if (!isBuiltinRoute(id)) throw notFound('Built-in route');
      await change([], [id], sameSince(basedOn, log));
    },
    close: () => notices.close(),
  };
}

/** Throws `stale` for a route that is not the one that was read, with the fields in which it differs from `routes`. */
const unchangedSince =
  (basedOn: number, routes: readonly RouteFields[], log: Log): CheckStored =>
  (id, fields) => {
    const theirs = fieldsNow(id, fields, log) ?? shippedRoute(id);
    const revision = revisionOf(theirs);
    const yours = routes.find((route) => route.id === id);
    if (revision === basedOn || !yours) return;
    const conflicts = recordConflicts('route', revision, { ...yours }, { ...theirs });
    if (conflicts.length > 0) throw changedMeanwhile(conflicts);
  };

/** Throws `stale` for a stored route that is to be deleted and is not the one that was read. */
const sameSince =
  (basedOn: number | undefined, log: Log): CheckStored =>
  (id, stored) => {
    const fields = fieldsNow(id, stored, log);
    assertAsRead(fields && { name: 'route', revision: revisionOf(fields), fields: { ...fields } }, basedOn);
  };

function fieldsNow(id: string, fields: string | undefined, log: Log): RouteFields | undefined {
  const [saved] = fields === undefined ? [] : readStored({ id, fields, updatedAt: 0 }, log);
  return saved && fieldsOf(saved);
}

/** What is saved of a route. */
export const fieldsOf = ({ savedAt: _savedAt, ...fields }: KnownRoute): RouteFields => fields;

/** By priority, highest first, then by id. */
const firstTriedFirst = (a: RouteFields, b: RouteFields): number =>
  b.priority - a.priority || (a.id < b.id ? -1 : 1);

/** Throws `invalid` with index and reason of the first invalid pattern. */
export function checkPatterns({ triggerPatterns }: Pick<RouteFields, 'triggerPatterns'>): void {
  for (const [index, pattern] of triggerPatterns.entries()) {
    const problem = triggerProblem(pattern);
    if (problem !== undefined)
      throw invalid(explained('route_pattern_refused', { place: index, reason: problem }));
  }
}

/** An unreadable stored route (of an older version) is left out; a built-in one falls back to its original. */
function readStored({ id, fields, updatedAt }: StoredRoute, log: Log): KnownRoute[] {
  const parsed = RouteBody.safeParse(JSON.parse(fields));
  if (parsed.success) return [{ ...parsed.data, id, savedAt: updatedAt }];
  log.warn({ route: id }, 'a stored intent route is invalid and is left out');
  return [];
}
