import { reservedRouteIds, routeLimits } from '../../../contract/intent-routes/route-fields.ts';
import { sha256, slug } from '../../kit/ids.ts';
import { withoutEnd } from '../../kit/scan/edges.ts';

/** Id from a name: its Latin words, otherwise `intent-` and eight characters of a hash. */
function idFrom(displayName: string): string {
  const words = slug(displayName, routeLimits.idLength);
  return words === '' || reservedRouteIds.has(words) ? `intent-${sha256(displayName).slice(0, 8)}` : words;
}

/** A new id from a name, made unique. */
export function freeIdFrom(displayName: string, taken: ReadonlySet<string>): string {
  const id = idFrom(displayName);
  for (let nth = 1; ; nth += 1) {
    const ending = nth === 1 ? '' : `-${nth}`;
    const candidate = `${withoutEnd(id.slice(0, routeLimits.idLength - ending.length), /-/)}${ending}`;
    if (!taken.has(candidate)) return candidate;
  }
}
