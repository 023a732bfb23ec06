import type { Markmap } from 'markmap-view';
import { make } from '../dom.ts';
import type { MapNode } from '../outline.ts';
import type { TextTree, TreeNode } from './text-tree.ts';

interface Parts {
  readonly map: Markmap;
  readonly tree: TextTree;
  readonly place: HTMLElement;
  readonly jump: (path: readonly MapNode[]) => void;
}

/** Room around a node that got the focus, in CSS pixels. */
const room = { left: 24, right: 24, top: 24, bottom: 24 };

/**
 * Makes a rendered tree accessible to keyboards and screen readers (the tree pattern of the ARIA practices): one tab
 * stop, arrows move, expand and collapse, Enter and clicks go to the place of a node.
 */
export function treeKeys({ map, tree, place, jump }: Parts) {
  const items = new Map<unknown, HTMLElement>();
  let current: TreeNode | undefined;

  /** Inserts the text of a node and sets its ARIA state. */
  function dress(node: TreeNode, holder: Element): void {
    const path = tree.pathOf(node);
    let item = holder.querySelector<HTMLElement>('.item');
    if (!item) {
      item = make('span', { class: 'item', role: 'treeitem', tabindex: '-1' }, path.at(-1)?.text ?? '');
      item.addEventListener('click', () => {
        current = node;
        jump(path);
      });
      holder.append(item);
      items.set(node.payload?.id, item);
    }
    const siblings = path.at(-2)?.children;
    item.setAttribute('aria-level', String(path.length));
    item.setAttribute('aria-setsize', String(siblings?.length ?? 1));
    item.setAttribute(
      'aria-posinset',
      String(1 + Math.max(0, siblings?.findIndex((each) => each === path.at(-1)) ?? 0)),
    );
    if (node.children.length > 0) item.setAttribute('aria-expanded', String(!node.payload?.fold));
    item.dataset.level = String(Math.min(3, path.length));
  }

  const shown = (node = map.state.data): TreeNode[] =>
    node ? [node, ...(node.payload?.fold ? [] : node.children.flatMap((child) => shown(child)))] : [];
  const parentOf = (node: TreeNode) => shown().find(({ children }) => children.includes(node));
  const itemOf = (node: TreeNode | undefined) => items.get(node?.payload?.id);

  function rove(node: TreeNode | undefined): void {
    if (!node) return;
    const before = itemOf(current);
    if (before) before.tabIndex = -1;
    current = node;
    const item = itemOf(node);
    if (item) item.tabIndex = 0;
  }

  function go(node: TreeNode | undefined): void {
    if (!node) return;
    rove(node);
    itemOf(node)?.focus({ preventScroll: true });
    void map.ensureVisible(node, room);
  }

  const isFolded = (node: TreeNode) => node.children.length > 0 && Boolean(node.payload?.fold);
  const isUnfolded = (node: TreeNode) => node.children.length > 0 && !node.payload?.fold;

  /** Handles a key at a node; other keys are left to the page. */
  function press(key: string, node: TreeNode): boolean {
    const nodes = shown();
    const at = nodes.indexOf(node);
    if (key === 'ArrowDown') go(nodes[at + 1]);
    else if (key === 'ArrowUp') go(nodes[at - 1]);
    else if (key === 'Home') go(nodes[0]);
    else if (key === 'End') go(nodes.at(-1));
    else if (key === 'ArrowRight' && isFolded(node)) void map.toggleNode(node);
    else if (key === 'ArrowRight') go(node.children[0]);
    else if (key === 'ArrowLeft' && isUnfolded(node)) void map.toggleNode(node);
    else if (key === 'ArrowLeft') go(parentOf(node));
    else if (key === 'Enter' || key === ' ') jump(tree.pathOf(node));
    else return false;
    return true;
  }

  place.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    // Collapsed nodes are replaced by new elements when they reappear; so they are identified by their node of the
    // map.
    const node = shown().find((each) => itemOf(each) === event.target);
    if (node && press(event.key, node)) event.preventDefault();
  });
  place.addEventListener('focusin', (event) => rove(shown().find((each) => itemOf(each) === event.target)));

  return {
    dress,
    /** Makes the root the tab stop. */
    start: () => rove(map.state.data),
  };
}
