import type { ArticleHeading } from '../article-text.ts';
import { withinLimits } from './limits.ts';
import { sameKey } from './clean-text.ts';
import { linkHeadings } from './link-headings.ts';
import type { MapNode } from './node.ts';
import { readOutline } from './read-outline.ts';

/**
 * The map that a model's answer holds: under the article's own title, linked to headings that exist, within the limits.
 * `undefined` when the answer holds no outline.
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

/** The tree of a stored map, whose texts and links were checked before it was stored. */
export function storedMap(markdown: string): MapNode | undefined {
  const [root] = readOutline(markdown);
  return root && withinLimits(root, 4);
}

/** What stands under the title: a single node over all others is the title, whatever it is called. */
function underTitle(nodes: readonly MapNode[], title: string): readonly MapNode[] {
  const [only, ...others] = nodes;
  if (only && others.length === 0 && only.children.length > 0) return only.children;
  const key = sameKey(title);
  return nodes.flatMap((node) => (key !== '' && sameKey(node.text) === key ? node.children : [node]));
}
