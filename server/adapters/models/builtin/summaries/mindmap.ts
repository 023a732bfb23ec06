import type { ChatTask } from '../../../../ports/models.ts';
import { shortenTitle } from '../../../../text/shorten-title.ts';
import { outlineOf, type Section } from './outline-tree.ts';
import { textBlocks } from './text-blocks.ts';

/**
 * Markdown outline of an article: the title, its headings down to `maxDepth` levels (the title is the first), and as
 * list items the first points of sections, fewer where subsections follow, or of the whole article when it has no
 * headings.
 */
export function mindmap({ title, markdown, maxDepth }: Extract<ChatTask, { kind: 'mindmap' }>): string {
  return linesOf(outlineOf(title, textBlocks(markdown)), 1, maxDepth).join('\n');
}

const DEEPEST_HEADING = 6;
/** Maximum of points of a section with subsections: what it says before the first of them. */
const BESIDE_SECTIONS = 3;

function linesOf({ heading, points, sections }: Section, depth: number, maxDepth: number): string[] {
  const own = `${'#'.repeat(Math.min(depth, DEEPEST_HEADING))} ${heading}`;
  if (depth >= maxDepth) return [own];
  const shown = sections.length === 0 ? points : depth > 1 ? points.slice(0, BESIDE_SECTIONS) : [];
  return [
    own,
    ...shown.map((point) => `- ${shortenTitle(point)}`),
    ...sections.flatMap((section) => linesOf(section, depth + 1, maxDepth)),
  ];
}
