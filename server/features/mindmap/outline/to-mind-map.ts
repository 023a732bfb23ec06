import type { ArticleHeading } from '../article-text.ts';
import { withinLimits } from './limits.ts';
import { sameKey } from './clean-text.ts';
import { linkHeadings } from './link-headings.ts';
import type { MapNode } from './node.ts';
import { readOutline } from './read-outline.ts';

/**
 * Builds the map from a model's reply: under the article's title, linked to existing headings, within the limits.
 * `undefined` when the reply has no outline.
 */
export function toMindMap(
  answer: string,
  title: string,
  headings: readonly ArticleHeading[],
  maxDepth: number,
): MapNode | undefined {
  const branches = linkHeadings(underTitle(readOutline(answer), title), headings);
  const map = withinLimits({ text: title, anchor: '', children: branches }, maxDepth);
  return map.children.length > 0 ? map : undefined;
}

/** The tree of a stored map, which was checked before it was stored. */
export function storedMap(markdown: string): MapNode | undefined {
  const [root] = readOutline(markdown);
  return root && withinLimits(root, 4);
}

/** Nodes below the title; a single top node is the title, whatever its text. */
function underTitle(nodes: readonly MapNode[], title: string): readonly MapNode[] {
  const [only, ...others] = nodes;
  if (only && others.length === 0 && only.children.length > 0) return only.children;
  const key = sameKey(title);
  return nodes.flatMap((node) => (key !== '' && sameKey(node.text) === key ? node.children : [node]));
}
