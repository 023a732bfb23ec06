import type { ArticleHeading } from '../article-text.ts';
import { sameKey } from './clean-text.ts';
import type { MapNode } from './node.ts';

/**
 * Links every node to its heading: the linked one if it exists, otherwise one with the same name, otherwise the one
 * closest to its broken link. Other links are dropped.
 */
export function linkHeadings(nodes: readonly MapNode[], headings: readonly ArticleHeading[]): MapNode[] {
  const anchors = new Set(headings.map(({ anchor }) => anchor));
  const byName = grouped(headings, ({ text }) => text);
  const byAnchor = grouped(headings, ({ anchor }) => anchor);

  const linked = (node: MapNode): MapNode => {
    const { text, wanted } = wishOf(node);
    const anchor = anchors.has(wanted) ? wanted : (next(byName, text) ?? next(byAnchor, wanted) ?? '');
    return { text, anchor, children: node.children.map(linked) };
  };
  return nodes.map(linked);
}

/** Models also copy the `{#fragment}` after the headings. */
function wishOf({ text, anchor }: MapNode): { readonly text: string; readonly wanted: string } {
  const copied = /(?:\s*\{#([^\s{}]{1,200})\})+\s*$/.exec(text);
  return copied === null
    ? { text, wanted: anchor }
    : { text: text.slice(0, copied.index), wanted: anchor || (copied[1] ?? '') };
}

/** Anchors by heading name, in the order of the article. */
function grouped(headings: readonly ArticleHeading[], nameOf: (heading: ArticleHeading) => string) {
  const groups = new Map<string, string[]>();
  for (const heading of headings) {
    const key = sameKey(nameOf(heading));
    if (key === '') continue;
    const group = groups.get(key);
    if (group) group.push(heading.anchor);
    else groups.set(key, [heading.anchor]);
  }
  return groups;
}

/** Headings with the same name are used in turn, the last one repeatedly. */
function next(groups: Map<string, string[]>, name: string): string | undefined {
  const group = groups.get(sameKey(name));
  return group && group.length > 1 ? group.shift() : group?.[0];
}
