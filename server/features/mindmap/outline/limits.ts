import { cleanText } from './clean-text.ts';
import { mapLimits, type MapNode } from './node.ts';

interface Growing extends MapNode {
  readonly children: Growing[];
}

/**
 * Applies the limits: length of texts, `maxDepth` levels (the root is the first), numbers of children and nodes. Filled
 * level by level, so that a large branch cannot displace later ones.
 */
export function withinLimits(root: MapNode, maxDepth: number): MapNode {
  const top = copyOf(root);
  let room = mapLimits.nodes - 1;
  let row = [{ from: root, to: top }];
  for (let level = 2; level <= maxDepth; level += 1) {
    const below: typeof row = [];
    for (const { from, to } of row) {
      for (const child of fewer(from.children).slice(0, room)) {
        const copy = copyOf(child);
        to.children.push(copy);
        below.push({ from: child, to: copy });
        room -= 1;
      }
    }
    row = below;
  }
  return top;
}

const copyOf = ({ text, anchor }: MapNode): Growing => ({ text: cleanText(text), anchor, children: [] });

function fewer(children: readonly MapNode[]): MapNode[] {
  let chapters = 0;
  let points = 0;
  return children.filter(({ text, anchor }) => {
    if (cleanText(text) === '') return false;
    return anchor === '' ? ++points <= mapLimits.points : ++chapters <= mapLimits.chapters;
  });
}
