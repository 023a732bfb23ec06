import { factsOf, hasName, numbersBeyond, type Facts } from '../../../text/facts.ts';
import type { MapNode } from './node.ts';

/**
 * Removes nodes, with their subtrees, that contain a number or name that is not in the article; `undefined` when nothing is
 * left. Other labels may be the model's own words.
 */
export function withoutInventions(map: MapNode | undefined, article: string): MapNode | undefined {
  const isThere = hasName(article);
  let all: Facts | undefined;
  const stands = ({ text }: MapNode): boolean => {
    const own = factsOf(text);
    if (![...own.names].every(isThere)) return false;
    // The whole article is analysed only when it does not contain a number literally.
    if ([...own.written.keys()].every(isThere)) return true;
    return numbersBeyond(own, (all ??= factsOf(article))).length === 0;
  };
  const kept = (all: readonly MapNode[]): MapNode[] =>
    all.filter(stands).map((node) => ({ ...node, children: kept(node.children) }));
  const children = kept(map?.children ?? []);
  return map && children.length > 0 ? { ...map, children } : undefined;
}
