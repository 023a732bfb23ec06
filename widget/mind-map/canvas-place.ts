import type { Canvas, CanvasOptions } from './canvas-options.ts';

export interface CanvasPlace {
  canvas(): Canvas | undefined;
  /** Loads the renderer and renders once; false when that is not possible. */
  draw(): Promise<boolean>;
  remove(): void;
}

/** The container of the tree: the renderer is loaded when it is first visible. */
export function mapPlaceOf(options: CanvasOptions): CanvasPlace {
  let drawing: Promise<Canvas | undefined> | undefined;
  let drawn: Canvas | undefined;
  let isGone = false;

  async function create(): Promise<Canvas | undefined> {
    try {
      const { createCanvas } = await import('./drawing/canvas.ts');
      if (isGone) return undefined;
      drawn = createCanvas(options);
      return drawn;
    } catch {
      options.place.replaceChildren();
      return undefined;
    }
  }

  return {
    canvas: () => drawn,
    async draw() {
      drawing ??= create();
      return (await drawing) !== undefined || isGone;
    },
    remove() {
      isGone = true;
      drawn?.remove();
    },
  };
}
