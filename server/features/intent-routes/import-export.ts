import type { RouteFile, RouteImport } from '../../../contract/intent-routes/route-fields.ts';
import { explained } from '../../kit/explained.ts';
import { invalid, isFault } from '../../kit/fault.ts';
import { shippedRoute, type RouteFields } from './builtin-routes.ts';
import { checkPatterns, fieldsOf, type RouteCache } from './route-cache.ts';

/** Exports and imports routes. */
export function createImportExport(routes: Pick<RouteCache, 'all' | 'save'>, now: () => number) {
  return {
    async exportAll(): Promise<RouteFile> {
      const all = await routes.all();
      return { version: 1, exportedAt: new Date(now()).toISOString(), routes: all.map(fieldsOf) };
    },

    /**
     * Imports all routes of a file, or none. Existing ones are replaced or kept; an unchanged built-in one is not
     * saved. Throws `invalid` for a duplicate id and for an invalid pattern.
     */
    async importAll({ routes: given, existing }: RouteImport) {
      const ids = given.map(({ id }) => id);
      const duplicate = ids.find((id, index) => ids.indexOf(id) !== index);
      if (duplicate !== undefined) throw invalid(explained('routes_twice', { id: duplicate }));
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

/** Throws `invalid` with the index of the route in the file. */
function checkAt(index: number, route: RouteFields): void {
  try {
    checkPatterns(route);
  } catch (error) {
    throw isFault(error)
      ? invalid(explained('routes_refused', { place: index, reason: error.words }))
      : error;
  }
}

/** True for a built-in route without changes; a changed one replaces it. */
const isUntouched = (route: RouteFields | undefined): boolean =>
  route !== undefined && isSame(route, shippedRoute(route.id));

const isSame = (a: RouteFields, b: RouteFields | undefined): boolean =>
  b !== undefined && canonical(a) === canonical(b);

const canonical = (route: RouteFields): string =>
  JSON.stringify(Object.entries(route).toSorted(([a], [b]) => (a < b ? -1 : 1)));
