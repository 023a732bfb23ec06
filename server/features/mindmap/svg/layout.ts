import type { MapNode } from '../outline/node.ts';
import { wrapText, widthOf } from './text-lines.ts';

/** Position of a node: the middle of its left edge, in pixels. */
export interface Placed {
  readonly text: string;
  readonly anchor: string;
  readonly lines: readonly string[];
  readonly level: number;
  /** Index of its branch, which decides the colour. */
  readonly branch: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly children: readonly Placed[];
}

export interface Layout {
  readonly root: Placed;
  readonly width: number;
  readonly height: number;
}

export const look = {
  fontSize: 14,
  rootFontSize: 17,
  lineHeight: 19,
  padding: 8,
  /** Maximum width and lines of a node's text; with the limits of maps they bound the image. */
  textWidth: 260,
  lines: 3,
  between: { columns: 44, rows: 8 },
  margin: 16,
} as const;

/** Lays a tree out from left to right: one column per level, each node centred on its children. */
export function layoutOf(root: MapNode): Layout {
  const columns = columnsOf(sized(root, 0, 0));
  let free: number = look.margin;

  const place = (node: Sized): Placed => {
    const x = columns.lefts[node.level] ?? look.margin;
    const top = free;
    const children = node.children.map(place);
    const [first, last] = [children[0], children.at(-1)];
    if (!first || !last || free - top < node.height)
      free = Math.max(free, top + node.height + look.between.rows);
    const y = first && last ? Math.max((first.y + last.y) / 2, top + node.height / 2) : top + node.height / 2;
    return { ...node, x, y, children };
  };

  const placed = place(sized(root, 0, 0));
  return { root: placed, width: columns.width, height: Math.ceil(free - look.between.rows + look.margin) };
}

type Sized = Omit<Placed, 'x' | 'y' | 'children'> & { readonly children: readonly Sized[] };

function sized({ text, anchor, children }: MapNode, level: number, branch: number): Sized {
  const fontSize = level === 0 ? look.rootFontSize : look.fontSize;
  const lines = wrapText(text, fontSize, look.textWidth, look.lines);
  const widest = Math.max(...lines.map((line) => widthOf(line, fontSize)), fontSize);
  return {
    text,
    anchor,
    lines,
    level,
    branch,
    width: Math.ceil(widest) + 2 * look.padding,
    height: lines.length * look.lineHeight + look.padding,
    children: children.map((child, place) => sized(child, level + 1, level === 0 ? place : branch)),
  };
}

/** Left edge of each column, which is as wide as its widest node. */
function columnsOf(root: Sized): { readonly lefts: readonly number[]; readonly width: number } {
  const lefts: number[] = [];
  let left: number = look.margin;
  for (let row = [root]; row.length > 0; row = row.flatMap(({ children }) => children)) {
    lefts.push(left);
    left += Math.max(...row.map(({ width }) => width)) + look.between.columns;
  }
  return { lefts, width: Math.ceil(left - look.between.columns + look.margin) };
}
