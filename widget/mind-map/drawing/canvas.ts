import { Markmap } from 'markmap-view';
import type { Canvas, CanvasOptions } from '../canvas-options.ts';
import { textScaleAt } from '../../appearance/text-size.ts';
import { createOverview } from './overview.ts';
import { isNarrow, textTree, type TreeNode } from './text-tree.ts';
import { treeKeys } from './tree-keys.ts';

/** Minimum readable scale; below it only a part of the map is shown. */
const leastScale = 0.75;
/** Height of a row of nodes, of its spacing and of the frame, in CSS pixels at the usual text size. */
const height = { row: 31, air: 48, least: 200, most: 640 };

/** Renders a map as a tree. Throws when the page's content security policy prevents it. */
export function createCanvas({ place, root, text, jump, isFull }: CanvasOptions): Canvas {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const tree = textTree(root);
  place.setAttribute('role', 'tree');
  place.setAttribute('aria-label', `${text('mapTree')}. ${text('mapHint')}`);
  const textScale = textScaleAt(place);
  const setHeight = (wanted: number) =>
    place.style.setProperty(
      '--rows',
      `${Math.round(Math.min(height.most, Math.max(height.least, wanted / textScale + height.air)) * textScale)}px`,
    );
  let level = isNarrow() ? 2 : tree.depth;
  setHeight((level === tree.depth ? tree.rows : root.children.length) * height.row * textScale);

  const map = new TextMap(svg, {
    embedGlobalCSS: false,
    duration: isCalm ? 0 : 320,
    pan: false,
    fitRatio: 0.92,
    maxInitialScale: 1.15,
    maxWidth: (isNarrow() ? 200 : 280) * textScale,
    spacingHorizontal: isNarrow() ? 36 : 64,
    spacingVertical: 7,
    paddingX: 8,
    color: ({ payload }) => `var(--docent-branch-${Number(payload?.['branch'] ?? 0)})`,
    lineWidth: ({ state }) => (state.depth === 1 ? 2.5 : 1.5),
  });
  // Its initial empty style element would violate strict policies if attached to the page.
  svg.querySelector('style')?.remove();
  place.replaceChildren(svg);
  const keys = treeKeys({ map, tree, place, jump });
  const overview = createOverview(map, place);
  map.dressNode = keys.dress;
  map.afterRender = overview.draw;
  // Outside of full screen, the wheel and one finger scroll the page.
  map.zoom.filter((event: Event) => {
    if (event instanceof WheelEvent) return isFull() || event.ctrlKey || event.metaKey;
    if (typeof TouchEvent === 'function' && event instanceof TouchEvent)
      return isFull() || event.touches.length > 1;
    return !(event instanceof MouseEvent) || (!event.ctrlKey && event.button === 0);
  });

  const resized = new ResizeObserver(() => void map.fit().then(overview.update));

  tree.unfold(tree.top, level);
  const start = async (): Promise<void> => {
    await map.setData(tree.top);
    keys.start();
    setHeight(map.state.rect.y2 - map.state.rect.y1);
    resized.observe(place);
  };
  void start();
  return {
    svg,
    fit: () => void map.fit(),
    fitWhole: () => void map.show(0),
    changeLevel(by) {
      level = Math.min(tree.depth, Math.max(1, level + by));
      if (map.state.data) tree.unfold(map.state.data, level);
      void map.renderData().then(() => {
        setHeight(map.state.rect.y2 - map.state.rect.y1);
        return map.fit();
      });
    },
    remove() {
      resized.disconnect();
      map.destroy();
      place.replaceChildren();
    },
  };
}

/** A markmap whose nodes contain text, never HTML: the library gets empty content, and the elements are inserted here. */
class TextMap extends Markmap {
  dressNode: (node: TreeNode, place: Element) => void = () => undefined;
  afterRender: () => void = () => undefined;

  override async renderData(origin?: TreeNode): Promise<void> {
    // New nodes exist before the first await and are measured after it.
    const rendered = super.renderData(origin);
    const dress = (node: TreeNode, group: Element) => {
      const place = group.querySelector('foreignObject > div > div');
      if (place) this.dressNode(node, place);
    };
    this.g.selectAll('g.markmap-node').each(function each(this: SVGGElement, node: TreeNode) {
      dress(node, this);
    });
    await rendered;
    this.afterRender();
  }

  /** Fits the whole map, or its beginning when that would be unreadable. */
  override async fit(): Promise<void> {
    await this.show(leastScale);
  }

  /** Fits the whole map, or its beginning at the scale `least`. */
  async show(least: number): Promise<void> {
    const { width, height: tall } = this.svg.node()?.getBoundingClientRect() ?? { width: 0, height: 0 };
    const { x1, y1, x2, y2 } = this.state.rect;
    const root = this.state.data?.state.rect;
    if (width === 0 || !root) return;
    const { fitRatio, maxInitialScale } = this.options;
    const whole = Math.min((width / (x2 - x1)) * fitRatio, (tall / (y2 - y1)) * fitRatio, maxInitialScale);
    const scale = Math.max(least, whole);
    const isWide = (x2 - x1) * scale > width;
    const middle = (y2 - y1) * scale > tall ? root.y + root.height : (y1 + y2) / 2;
    const x = isWide ? 12 - x1 * scale : (width - (x1 + x2) * scale) / 2;
    await this.moveTo(scale, x, tall / 2 - middle * scale);
  }

  /** The target is reached relative to the current position: the library offers no absolute one. */
  private async moveTo(scale: number, x: number, y: number): Promise<void> {
    const now = this.svg.property('__zoom');
    const wanted = now.scale(scale / now.k).translate((x - now.x) / scale, (y - now.y) / scale);
    await this.transition(this.svg)
      .call(this.zoom.transform, wanted)
      .end()
      .catch(() => undefined);
  }

  override destroy(): void {
    this.svg.on('.zoom', null);
    this.svg.selectAll('*').remove();
    // With nothing left to observe its observer ends; the rest of the library's own way writes HTML.
  }
}
