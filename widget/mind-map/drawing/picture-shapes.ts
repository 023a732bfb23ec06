/** A line (as path data, moved by x and y) or a row of text (y is its base line); lengths are those of the map. */
export type Shape =
  | {
      readonly kind: 'line';
      readonly d: string;
      readonly x: number;
      readonly y: number;
      readonly color: string;
      readonly width: number;
    }
  | {
      readonly kind: 'text';
      readonly words: string;
      readonly x: number;
      readonly y: number;
      readonly color: string;
      readonly size: number;
      readonly weight: string;
    };

export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly shapes: readonly Shape[];
}

/** Free space around the map. */
const margin = 24;

/** Reads the shapes of a rendered tree, with its current colours. */
export function shapesOf(svg: SVGSVGElement): Drawn {
  const group = svg.querySelector('g');
  if (!group) throw new Error('Nothing is drawn');
  const { x, y, width, height } = group.getBBox();
  const [left, top] = [x - margin, y - margin];
  const links = [...group.querySelectorAll<SVGGraphicsElement>('path.markmap-link')].map((link) =>
    lineOf(link, link.getAttribute('d') ?? '', -left, -top),
  );
  const nodes = [...group.querySelectorAll<SVGGElement>('g.markmap-node')].flatMap((node) =>
    nodeShapes(node, left, top),
  );
  const block = svg.closest('.block');
  return {
    width: Math.ceil(width + 2 * margin),
    height: Math.ceil(height + 2 * margin),
    background: block ? getComputedStyle(block).backgroundColor : 'white',
    shapes: [...links, ...nodes],
  };
}

function lineOf(line: Element, d: string, x: number, y: number): Shape {
  const { stroke, strokeWidth } = getComputedStyle(line);
  return { kind: 'line', d, x, y, color: stroke, width: Number.parseFloat(strokeWidth) || 1 };
}

function nodeShapes(node: SVGGElement, left: number, top: number): Shape[] {
  const place = node.transform.baseVal.consolidate()?.matrix;
  const [x, y] = [(place?.e ?? 0) - left, (place?.f ?? 0) - top];
  const line = node.querySelector('line');
  const item = node.querySelector<HTMLElement>('.item');
  const frame = node.querySelector('foreignObject');
  const at = (name: string) => Number(line?.getAttribute(name) ?? 0);
  const underline = line ? [lineOf(line, `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`, x, y)] : [];
  return item && frame ? [...underline, ...textShapes(item, frame, x, y)] : underline;
}

/** The lines of a text as broken by the browser. */
function textShapes(item: HTMLElement, frame: SVGForeignObjectElement, x: number, y: number): Shape[] {
  const { color, fontSize, fontWeight } = getComputedStyle(item);
  const outer = frame.getBoundingClientRect();
  const scale = outer.width / frame.width.baseVal.value || 1;
  const size = Number.parseFloat(fontSize);
  return rowsOf(item).map(({ words, box }) => ({
    kind: 'text',
    words,
    x: x + frame.x.baseVal.value + (box.left - outer.left) / scale,
    // The baseline of common fonts: a third of their size below the middle of the line.
    y: y + frame.y.baseVal.value + (box.top + box.height / 2 - outer.top) / scale + size * 0.35,
    color,
    size,
    weight: fontWeight,
  }));
}

function rowsOf(item: HTMLElement): { words: string; readonly box: DOMRect }[] {
  const text = item.firstChild;
  if (!(text instanceof Text)) return [];
  const rows: { words: string; readonly box: DOMRect }[] = [];
  const range = document.createRange();
  let place = 0;
  for (const letter of text.data) {
    range.setStart(text, place);
    place += letter.length;
    range.setEnd(text, place);
    const box = range.getBoundingClientRect();
    const row = rows.at(-1);
    if (row && Math.abs(row.box.top - box.top) < box.height / 2) row.words += letter;
    else rows.push({ words: letter.trimStart(), box });
  }
  return rows;
}
