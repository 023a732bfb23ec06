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
  let heading = text.trimEnd();
  let copied = '';
  while (heading.endsWith('}')) {
    const start = heading.lastIndexOf('{#');
    const name = heading.slice(start + 2, -1);
    if (start < 0 || !/^[^\s{}]{1,200}$/.test(name)) break;
    copied ||= name;
    heading = heading.slice(0, start).trimEnd();
  }
  return copied === '' ? { text, wanted: anchor } : { text: heading, wanted: anchor || copied };
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
