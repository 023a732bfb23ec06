import { button, make } from './dom.ts';
import type { MapNode } from './outline.ts';
import type { MapTexts } from './texts/keys.ts';

/** A map as nested lists whose items link to their places. */
export function textOutline(
  root: MapNode,
  text: MapTexts,
  jump: (path: readonly MapNode[]) => void,
): HTMLElement {
  const listOf = (nodes: readonly MapNode[], above: readonly MapNode[]): HTMLElement =>
    make('ul', {}, ...nodes.map((node) => itemOf(node, [...above, node])));
  const itemOf = (node: MapNode, path: readonly MapNode[]): HTMLElement =>
    make(
      'li',
      {},
      button(path.length < 3 ? 'node chapter' : 'node', node.text, () => jump(path)),
      ...(node.children.length > 0 ? [listOf(node.children, path)] : []),
    );
  return make('nav', { 'aria-label': text('mapOutline') }, listOf([root], []));
}
