import { reservedRouteIds, routeLimits } from '../../../contract/intent-routes/route-fields.ts';
import { sha256, slug } from '../../kit/ids.ts';

/** An id made from a name: its Latin words, else `intent-` and eight characters that come from the name. */
function idFrom(displayName: string): string {
  const words = slug(displayName, routeLimits.idLength);
  return words === '' || reservedRouteIds.has(words) ? `intent-${sha256(displayName).slice(0, 8)}` : words;
}

/** An id for a route that brings none: made from its name, and changed until no other route has it. */
export function freeIdFrom(displayName: string, taken: ReadonlySet<string>): string {
  const id = idFrom(displayName);
  for (let nth = 1; ; nth += 1) {
    const ending = nth === 1 ? '' : `-${nth}`;
    const candidate = `${id.slice(0, routeLimits.idLength - ending.length).replace(/-+$/, '')}${ending}`;
    if (!taken.has(candidate)) return candidate;
  }
}
