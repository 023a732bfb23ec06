import type { MapNode } from './outline.ts';
import type { Texts } from '../texts/texts.ts';

/** A tree that has been drawn. */
export interface Canvas {
  readonly svg: SVGSVGElement;
  /** Shows the map as large as it can be read. */
  fit(): void;
  /** Shows all of the map, however small. */
  fitWhole(): void;
  /** Unfolds or folds everything to one level more or less. */
  changeLevel(by: 1 | -1): void;
  remove(): void;
}

export interface CanvasOptions {
  readonly place: HTMLElement;
  readonly root: MapNode;
  readonly text: Texts;
  readonly jump: (path: readonly MapNode[]) => void;
  /** While the map fills the screen, the wheel and one finger are its own. */
  readonly isFull: () => boolean;
}

export interface CanvasPlace {
  canvas(): Canvas | undefined;
  /** Loads what draws and draws, once; false when that is not possible here. */
  draw(): Promise<boolean>;
  remove(): void;
}

/** The place of the tree: what draws it is loaded when it is first to be seen. */
export function mapPlaceOf(options: CanvasOptions): CanvasPlace {
  let drawing: Promise<Canvas | undefined> | undefined;
  let drawn: Canvas | undefined;
  let isGone = false;

  async function create(): Promise<Canvas | undefined> {
    try {
      const { createCanvas } = await import('./canvas.ts');
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
