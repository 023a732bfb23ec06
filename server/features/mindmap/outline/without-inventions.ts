import { factsOf, hasName, numbersBeyond, type Facts } from '../../../text/facts.ts';
import type { MapNode } from './node.ts';

/**
 * The map without nodes, and what is below them, that give a number or a name which the article does not have; `undefined`
 * where nothing is left. Other labels may be the model's own words.
 */
export function withoutInventions(map: MapNode | undefined, article: string): MapNode | undefined {
  const isThere = hasName(article);
  let all: Facts | undefined;
  const stands = ({ text }: MapNode): boolean => {
    const own = factsOf(text);
    if (![...own.names].every(isThere)) return false;
    // The article as a whole is only read for a number that it does not write in the same way.
    if ([...own.written.keys()].every(isThere)) return true;
    return numbersBeyond(own, (all ??= factsOf(article))).length === 0;
  };
  const kept = (all: readonly MapNode[]): MapNode[] =>
    all.filter(stands).map((node) => ({ ...node, children: kept(node.children) }));
  const children = kept(map?.children ?? []);
  return map && children.length > 0 ? { ...map, children } : undefined;
}
