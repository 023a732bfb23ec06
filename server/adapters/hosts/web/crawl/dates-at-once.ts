import type { NamedPage } from '../store.ts';

/** Minimum of known pages of a list by which it is judged, and the share of them with a new date. */
const enough = 10;
const nearlyAll = 0.9;
/** Maximum of pages whose last date is kept. */
const maxPages = 200_000;

/**
 * Holds new dates back that a list gives nearly all its pages at once, until it is read again: a list whose dates are the time
 * of the request gives further ones then, and no page need be read to know it.
 * @param isRead true for a page that was read
 * @param alwaysNew called when the dates of a list are new each time
 */
export const createDatesAtOnce = (isRead: (path: string) => boolean, alwaysNew: () => void) => {
  /** The last date of each page. */
  const last = new Map<string, string>();
  const held = new Set<string>();
  return {
    /** The pages whose dates count now. */
    sift(pages: readonly NamedPage[]): readonly NamedPage[] {
      const dated = pages.filter(({ said }) => said !== '');
      const known = dated.filter(({ path }) => last.has(path) && isRead(path));
      const changed = new Set(
        known.filter(({ path, said }) => last.get(path) !== said).map(({ path }) => path),
      );
      for (const { path, said } of dated) if (last.size < maxPages || last.has(path)) last.set(path, said);
      if (known.length < enough || changed.size < nearlyAll * known.length) {
        for (const { path } of dated) held.delete(path);
        return pages;
      }
      if (changed.intersection(held).size >= nearlyAll * changed.size) alwaysNew();
      for (const path of changed) held.add(path);
      return pages.filter(({ path }) => !changed.has(path));
    },
    forget(path: string): void {
      last.delete(path);
      held.delete(path);
    },
  };
};
