import type { Route, RouteBody } from '../../../contract/intent-routes/route-fields.ts';
import { instantOf } from '../../kit/calendar.ts';
import { explained } from '../../kit/explained.ts';
import { invalid, notFound } from '../../kit/fault.ts';
import { isBuiltinRoute, type RouteFields } from './builtin-routes.ts';
import type { createGenerate } from './drafting/generate.ts';
import type { HitCounts } from './hit-counter.ts';
import { freeIdFrom } from './route-id.ts';
import type { KnownRoute, RouteCache } from './route-cache.ts';
import type { Hits } from './store.ts';
import { createImportExport } from './import-export.ts';
import type { createTrials } from './trial.ts';

export interface AdminApiDeps {
  readonly routes: RouteCache;
  readonly hits: HitCounts;
  readonly trials: ReturnType<typeof createTrials>;
  readonly generate: ReturnType<typeof createGenerate>;
  readonly now: () => number;
}

/** The administrator's operations on routes. */
export function createAdminApi({ routes, hits, trials, generate, now }: AdminApiDeps) {
  const shown = async (id: string): Promise<Route> => {
    const route = await routes.find(id);
    if (!route) throw notFound('Intent route');
    return wireRoute(route, (await hits.read()).get(id));
  };
  const save = async (route: RouteFields): Promise<Route> => {
    await routes.save([route]);
    return shown(route.id);
  };
  return {
    ...trials,
    ...createImportExport(routes, now),
    generate,
    read: shown,
    async list(): Promise<Route[]> {
      const counts = await hits.read();
      return (await routes.all()).map((route) => wireRoute(route, counts.get(route.id)));
    },
    /** Creates a route with a new id, or replaces the one with the given id, unless that is a built-in one. */
    async create(body: RouteBody): Promise<Route> {
      if (body.id !== undefined && isBuiltinRoute(body.id))
        throw invalid(explained('route_id_builtin', { id: body.id }));
      if (body.id !== undefined) return save({ ...body, id: body.id });
      const taken = new Set((await routes.all()).map(({ id }) => id));
      for (;;) {
        const id = freeIdFrom(body.displayName, taken);
        if (await routes.add({ ...body, id })) return shown(id);
        // Another request has taken the id.
        taken.add(id);
      }
    },
    update: (id: string, body: Omit<RouteBody, 'id'>): Promise<Route> => save({ ...body, id }),
    async remove(id: string): Promise<void> {
      await routes.remove(id);
      await hits.forget(id);
    },
    async reset(id: string): Promise<Route> {
      await routes.reset(id);
      return shown(id);
    },
  };
}

export type AdminApi = ReturnType<typeof createAdminApi>;

const wireRoute = ({ savedAt, ...fields }: KnownRoute, counted: Hits | undefined): Route => ({
  ...fields,
  builtin: isBuiltinRoute(fields.id),
  updatedAt: instantOf(savedAt),
  matchCount: counted?.hits ?? 0,
  lastMatchedAt: instantOf(counted?.lastAt),
});
