import { RouteBody } from '../../../contract/intent-routes/route-fields.ts';
import { notFound } from '../../kit/fault.ts';
import { revisionOf } from '../../kit/records/saved-record.ts';
import type { RecordKind } from '../changes/changes.ts';
import { fieldsOf, type RouteCache } from './route-cache.ts';

/** Routes as the list of changes reads and restores them. */
export const recordedRoutes = (routes: RouteCache): RecordKind => ({
  area: 'routes',
  name: 'route',
  always: 'displayName',
  read: async (ids) => {
    const known = (await routes.all()).filter(({ id }) => ids?.includes(id) ?? true);
    return new Map(
      known.map((route) => {
        const fields = fieldsOf(route);
        return [route.id, { fields: { ...fields }, revision: revisionOf(fields) }];
      }),
    );
  },
  write: async (id, fields, revision) => {
    const former = RouteBody.safeParse({ ...fields, id });
    if (!former.success) throw notFound('Intent route');
    await routes.save([{ ...former.data, id }], revision);
  },
  remove: routes.remove,
});
