import type { Markmap } from 'markmap-view';
import type { MapNode } from '../outline.ts';

/** A node in the library's form after rendering. */
export type TreeNode = NonNullable<Markmap['state']['data']>;
/** A node in the form passed to the library. */
type GivenNode = NonNullable<Parameters<Markmap['setData']>[0]>;

export interface TextTree {
  readonly top: GivenNode;
  /** Levels, the root included. */
  readonly depth: number;
  /** Number of rows when everything is expanded. */
  readonly rows: number;
  /** The map's node with its ancestors, from the root. */
  pathOf(node: GivenNode): readonly MapNode[];
  /** Collapses everything below a level; the root is level 1. */
  unfold(node: GivenNode, level: number): void;
}

/** Number of colours of branches; the root has colour 0. */
const branches = 6;

/** A map in the library's form: nodes without content, each with a reference to its node of the map. */
export function textTree(root: MapNode): TextTree {
  const paths = new Map<unknown, readonly MapNode[]>();
  const given = (node: MapNode, above: readonly MapNode[], branch: number): GivenNode => {
    const id = paths.size;
    paths.set(id, [...above, node]);
    const below = (child: MapNode, place: number) =>
      given(child, [...above, node], above.length === 0 ? (place % branches) + 1 : branch);
    return { content: noHtml(), payload: { id, branch }, children: node.children.map(below) };
  };
  return {
    top: given(root, [], 0),
    depth: depthOf(root),
    rows: rowsOf(root),
    pathOf: ({ payload }) => paths.get(payload?.id) ?? [],
    unfold,
  };
}

function unfold(node: GivenNode, level: number): void {
  node.payload = { ...node.payload, fold: node.children.length > 0 && level <= 1 ? 1 : 0 };
  for (const child of node.children) unfold(child, level - 1);
}

const depthOf = ({ children }: MapNode): number => 1 + Math.max(0, ...children.map(depthOf));
const rowsOf = ({ children }: MapNode): number =>
  children.length === 0 ? 1 : children.reduce((sum, child) => sum + rowsOf(child), 0);

/** Empty HTML in a form allowed by Trusted Types; the library passes it on unchanged. */
function noHtml(): string {
  const trusted: unknown = Reflect.get(window, 'trustedTypes');
  const isThere = typeof trusted === 'object' && trusted !== null;
  return isThere ? (Reflect.get(trusted, 'emptyHTML') as string) : '';
}

export const isNarrow = (): boolean => matchMedia('(max-width: 35em)').matches;
