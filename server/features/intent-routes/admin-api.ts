import type { Route, RouteBody, RouteImport } from '../../../contract/intent-routes/route-fields.ts';
import type { RecordHistory } from '../changes/changes.ts';
import { instantOf } from '../../kit/calendar.ts';
import type { Hits } from '../../kit/records/hit-table.ts';
import { explained } from '../../kit/explained.ts';
import { invalid, notFound } from '../../kit/fault.ts';
import type { HitCounts } from '../../work/schedule/hit-counter.ts';
import { isBuiltinRoute, type RouteFields } from './builtin-routes.ts';
import { revisionOf } from '../../kit/records/saved-record.ts';
import type { createGenerate } from './drafting/generate.ts';
import { freeIdFrom } from './route-id.ts';
import { fieldsOf, type KnownRoute, type RouteCache } from './route-cache.ts';
import { createImportExport } from './import-export.ts';
import type { createTrials } from './trial.ts';

export interface AdminApiDeps {
  readonly routes: RouteCache;
  readonly hits: HitCounts;
  readonly history: RecordHistory;
  readonly trials: ReturnType<typeof createTrials>;
  readonly generate: ReturnType<typeof createGenerate>;
  readonly now: () => number;
}

/** The administrator's operations on routes. */
export function createAdminApi({ routes, hits, history, trials, generate, now }: AdminApiDeps) {
  const { recorded } = history;
  const files = createImportExport(routes, now);
  const shown = async (id: string): Promise<Route> => {
    const route = await routes.find(id);
    if (!route) throw notFound('Intent route');
    return wireRoute(route, (await hits.read()).get(id));
  };
  const save = (route: RouteFields, by: string, basedOn?: number): Promise<Route> =>
    recorded({ by, ids: [route.id] }, async () => {
      await routes.save([route], basedOn);
      return shown(route.id);
    });
  return {
    ...trials,
    exportAll: files.exportAll,
    importAll: (file: RouteImport, by: string) =>
      recorded({ by, ids: file.routes.map(({ id }) => id) }, () => files.importAll(file)),
    generate,
    read: shown,
    async list(): Promise<Route[]> {
      const counts = await hits.read();
      return (await routes.all()).map((route) => wireRoute(route, counts.get(route.id)));
    },
    /** Creates a route with a new id, or replaces the one with the given id, unless that is a built-in one. */
    async create(body: RouteBody, by: string): Promise<Route> {
      if (body.id !== undefined && isBuiltinRoute(body.id))
        throw invalid(explained('route_id_builtin', { id: body.id }));
      if (body.id !== undefined) return save({ ...body, id: body.id }, by);
      const taken = new Set((await routes.all()).map(({ id }) => id));
      for (;;) {
        const id = freeIdFrom(body.displayName, taken);
        const add = async () => ((await routes.add({ ...body, id })) ? shown(id) : undefined);
        const added = await recorded({ by, idsOf: (route) => (route ? [id] : []) }, add);
        if (added) return added;
        // Another request has taken the id.
        taken.add(id);
      }
    },
    update: (
      id: string,
      { basedOn, ...body }: Omit<RouteBody, 'id'> & { readonly basedOn?: number | null | undefined },
      by: string,
    ): Promise<Route> => save({ ...body, id }, by, basedOn ?? undefined),
    async remove(id: string, by: string, basedOn?: number): Promise<void> {
      await recorded({ by, ids: [id] }, () => routes.remove(id, basedOn));
      await hits.forget(id);
    },
    reset: (id: string, by: string, basedOn?: number): Promise<Route> =>
      recorded({ by, ids: [id] }, async () => {
        await routes.reset(id, basedOn);
        return shown(id);
      }),
  };
}

export type AdminApi = ReturnType<typeof createAdminApi>;

const wireRoute = (route: KnownRoute, counted: Hits | undefined): Route => ({
  ...fieldsOf(route),
  revision: revisionOf(fieldsOf(route)),
  builtin: isBuiltinRoute(route.id),
  updatedAt: instantOf(route.savedAt),
  matchCount: counted?.hits ?? 0,
  lastMatchedAt: instantOf(counted?.lastAt),
});
