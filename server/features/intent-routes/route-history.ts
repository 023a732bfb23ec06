import { differencesOf, isSame } from '../../../contract/config/conflicts.ts';
import { RouteBody } from '../../../contract/intent-routes/route-fields.ts';
import { notFound } from '../../kit/fault.ts';
import { changedMeanwhile, revisionOf } from '../../kit/records/saved-record.ts';
import type { NewChange } from '../changes/changes.ts';
import type { RouteFields } from './builtin-routes.ts';
import { fieldsOf, type RouteCache } from './route-cache.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A recorded change of a route; a side without fields is a route that was not there. */
interface RecordedRoute {
  readonly subject: string;
  readonly before: Fields;
  readonly after: Fields;
}

/** Changes of routes in the list of changes, and taking one back. */
export function createRouteHistory(routes: RouteCache, record: (change: NewChange) => Promise<void>) {
  const fieldsNow = async (): Promise<ReadonlyMap<string, RouteFields>> =>
    new Map((await routes.all()).map((route) => [route.id, fieldsOf(route)]));

  /** Does `work`, and records how the routes that it names have changed. */
  const recorded = async <R>(
    by: string,
    work: () => Promise<R>,
    idsOf: (result: R) => readonly string[],
    action?: 'undo',
  ): Promise<R> => {
    const before = await fieldsNow();
    const result = await work();
    const after = await fieldsNow();
    for (const subject of idsOf(result)) {
      const [was, is] = [before.get(subject), after.get(subject)];
      const changed = differencesOf({ ...was }, { ...is });
      if (Object.keys(changed.after).length === 0) continue;
      const done = was ? (is ? 'save' : 'remove') : 'add';
      await record({ area: 'routes', action: action ?? done, subject, by, ...changed });
    }
    return result;
  };

  return {
    recorded,
    /** Throws `stale` for fields that were changed since, unless forced, and `not-found` for a route that is gone. */
    async restore(
      { subject, before, after }: RecordedRoute,
      { by, force }: { readonly by: string; readonly force: boolean },
    ): Promise<void> {
      const found = await routes.find(subject);
      const current = found && fieldsOf(found);
      const now: Fields = { ...current };
      const revision = revisionOf(current);
      const names = Object.keys({ ...before, ...after });
      const conflicts = names.filter((name) => !isSame(now[name], after[name]));
      if (!force && conflicts.length > 0)
        throw changedMeanwhile(
          conflicts.map((name) => ({
            path: `route.${name}`,
            revision,
            yours: before[name] ?? null,
            theirs: now[name] ?? null,
          })),
        );
      const wasThere = Object.keys(before).length > 0;
      const former = RouteBody.safeParse({ ...now, ...before, id: subject });
      if (wasThere && !former.success) throw notFound('Intent route');
      await recorded(
        by,
        async () => {
          if (former.success && wasThere) await routes.save([{ ...former.data, id: subject }], revision);
          else await routes.remove(subject);
        },
        () => [subject],
        'undo',
      );
    },
  };
}

export type RouteHistory = ReturnType<typeof createRouteHistory>;
