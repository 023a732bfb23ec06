import type { Markmap } from 'markmap-view';
import type { TreeNode } from './text-tree.ts';

/** The longest sides of the small map, in CSS pixels. */
const most = { width: 120, height: 120 };
/** Part of a map, in CSS pixels, that may be out of view without counting as hidden: its margin. */
const tolerance = 6;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A minimap in the corner of a map that does not fit: it shows the visible part, and pointers navigate with it. The
 * keyboard uses the tree itself, so the minimap is hidden from screen readers. Hidden edges are set on the container
 * for the style sheet.
 */
export function createOverview(map: Markmap, place: HTMLElement) {
  const small = element('svg', 'overview');
  small.setAttribute('aria-hidden', 'true');
  const frame = element('rect', 'frame');

  function update(): void {
    const { k, x, y } = map.svg.property('__zoom') as { k: number; x: number; y: number };
    const { x1, y1, x2, y2 } = map.state.rect;
    const { clientWidth: width, clientHeight: height } = place;
    const seen: Box = { x: -x / k, y: -y / k, width: width / k, height: height / k };
    const air = tolerance / k;
    const hidden = {
      left: x1 < seen.x - air,
      top: y1 < seen.y - air,
      right: x2 > seen.x + seen.width + air,
      bottom: y2 > seen.y + seen.height + air,
    };
    place.dataset.more = Object.keys(hidden)
      .filter((side) => hidden[side as keyof typeof hidden])
      .join(' ');
    if (width > 0) put(frame, within(seen, { x: x1, y: y1, width: x2 - x1, height: y2 - y1 }));
  }

  /** Renders the nodes again after some were expanded or collapsed. */
  function draw(): void {
    const { x1, y1, x2, y2 } = map.state.rect;
    const scale = Math.min(most.width / (x2 - x1), most.height / (y2 - y1));
    small.setAttribute('viewBox', `${x1} ${y1} ${x2 - x1} ${y2 - y1}`);
    small.setAttribute('width', String(Math.round((x2 - x1) * scale)));
    small.setAttribute('height', String(Math.round((y2 - y1) * scale)));
    small.replaceChildren(...shown(map.state.data).map(bar), frame);
    place.append(small);
    update();
  }

  function go(event: PointerEvent): void {
    const matrix = small.getScreenCTM()?.inverse();
    if (!matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const now = map.svg.property('__zoom');
    const { x1, y1, x2, y2 } = map.state.rect;
    const [wide, tall] = [place.clientWidth / 2 / now.k, place.clientHeight / 2 / now.k];
    const [toX, toY] = [middle(x, x1 + wide, x2 - wide), middle(y, y1 + tall, y2 - tall)];
    map.svg.call(map.zoom.transform, now.translate(wide - toX - now.x / now.k, tall - toY - now.y / now.k));
  }

  small.addEventListener('pointerdown', (event) => {
    small.setPointerCapture(event.pointerId);
    go(event);
  });
  small.addEventListener('pointermove', (event) => {
    if (small.hasPointerCapture(event.pointerId)) go(event);
  });
  map.zoom.on('zoom.overview', update);
  return { draw, update };
}

/** Centre of the view, limited to the map; a map that fits stays centred. */
const middle = (wanted: number, from: number, to: number): number =>
  from < to ? Math.min(to, Math.max(from, wanted)) : (from + to) / 2;

const shown = (node: TreeNode | undefined): TreeNode[] =>
  node ? [node, ...(node.payload?.fold ? [] : node.children.flatMap(shown))] : [];

/** A node as a coloured bar. */
function bar(node: TreeNode): SVGElement {
  const rect = element('rect', '');
  const { x, y, width, height } = node.state.rect;
  put(rect, { x, y: y + height / 4, width, height: height / 2 });
  rect.style.setProperty('fill', `var(--docent-branch-${Number(node.payload?.['branch'] ?? 0)})`);
  return rect;
}

/** Intersection of two boxes. */
function within(box: Box, other: Box): Box {
  const [x, y] = [Math.max(box.x, other.x), Math.max(box.y, other.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(box.x + box.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(box.y + box.height, other.y + other.height) - y),
  };
}

function put(rect: SVGElement, box: Box): void {
  for (const [name, value] of Object.entries(box)) rect.setAttribute(name, String(value));
}

function element<N extends 'svg' | 'rect'>(name: N, className: string): SVGElementTagNameMap[N] {
  const created = document.createElementNS('http://www.w3.org/2000/svg', name);
  created.setAttribute('class', className);
  return created;
}
