import type { MapNode } from './outline.ts';
import type { MapTexts } from './texts/keys.ts';

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
  readonly text: MapTexts;
  readonly jump: (path: readonly MapNode[]) => void;
  /** While the map fills the screen, the wheel and one finger are its own. */
  readonly isFull: () => boolean;
}
