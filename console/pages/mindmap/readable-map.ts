import { Markmap } from 'markmap-view';

/** Minimum readable scale; below it only a part of the map is shown. */
const leastScale = 0.7;
/** Blank on the left of a map that is shown in part, in CSS pixels. */
const margin = 16;

/** Renders a map at a readable size: all of it, or the part around its root. */
export class ReadableMap extends Markmap {
  async showReadable(): Promise<void> {
    const { width, height } = this.svg.node()?.getBoundingClientRect() ?? { width: 0, height: 0 };
    const { x1, y1, x2, y2 } = this.state.rect;
    const root = this.state.data?.state.rect;
    const whole = Math.min(width / (x2 - x1), height / (y2 - y1)) * this.options.fitRatio;
    if (!root || width === 0 || whole >= leastScale) return this.fit();
    const isWide = (x2 - x1) * leastScale > width;
    const x = isWide ? margin - x1 * leastScale : (width - (x1 + x2) * leastScale) / 2;
    const y = height / 2 - (root.y + root.height) * leastScale;
    const now = this.svg.property('__zoom');
    // The target is reached relative to the current position: the library offers no absolute one.
    const wanted = now
      .scale(leastScale / now.k)
      .translate((x - now.x) / leastScale, (y - now.y) / leastScale);
    await this.transition(this.svg)
      .call(this.zoom.transform, wanted)
      .end()
      .catch(() => undefined);
  }
}
