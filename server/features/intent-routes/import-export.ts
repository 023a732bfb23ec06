import type { RouteFile, RouteImport } from '../../../contract/intent-routes/route-fields.ts';
import { invalid } from '../../kit/fault.ts';
import { shippedRoute, type RouteFields } from './builtin-routes.ts';
import { checkPatterns, type KnownRoute, type RouteCache } from './route-cache.ts';

/** The save fields of a route, without what belongs to this installation. */
function fieldsOf(route: KnownRoute): RouteFields {
  const { savedAt: _, ...fields } = route;
  return fields;
}

/** Carries routes from one installation to another. */
export function createImportExport(routes: Pick<RouteCache, 'all' | 'save'>, now: () => number) {
  return {
    async exportAll(): Promise<RouteFile> {
      const all = await routes.all();
      return { version: 1, exportedAt: new Date(now()).toISOString(), routes: all.map(fieldsOf) };
    },

    /**
     * Saves routes of a file, all of them or none. Those that exist are replaced or kept; a built-in one that is as
     * shipped stays so. Throws `invalid` for an id that comes twice and for a pattern that cannot be matched.
     */
    async importAll({ routes: given, existing }: RouteImport) {
      const ids = given.map(({ id }) => id);
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      if (twice !== undefined) throw invalid(`routes must not hold the id ${twice} twice`);
      for (const [index, route] of given.entries()) checkAt(index, route);

      const known = new Map((await routes.all()).map((route) => [route.id, fieldsOf(route)]));
      const changed = given.filter((route) => !isSame(route, known.get(route.id)));
      const isNew = ({ id }: RouteFields) => !known.has(id);
      const put =
        existing === 'keep'
          ? changed.filter((route) => isNew(route) || isUntouched(known.get(route.id)))
          : changed;
      if (put.length > 0) await routes.save(put);
      const created = put.filter(isNew).length;
      return { created, replaced: put.length - created, kept: given.length - put.length };
    },
  };
}

/** Throws `invalid` with the place of the route in the file. */
function checkAt(index: number, route: RouteFields): void {
  try {
    checkPatterns(route);
  } catch (error) {
    throw error instanceof Error ? invalid(`routes.${index}.${error.message}`) : error;
  }
}

/** A built-in route that nobody has changed gives way to a changed one. */
const isUntouched = (route: RouteFields | undefined): boolean =>
  route !== undefined && isSame(route, shippedRoute(route.id));

const isSame = (a: RouteFields, b: RouteFields | undefined): boolean =>
  b !== undefined && canonical(a) === canonical(b);

const canonical = (route: RouteFields): string =>
  JSON.stringify(Object.entries(route).toSorted(([a], [b]) => (a < b ? -1 : 1)));
