import type { MapNode } from './outline.ts';
import type { MapTexts } from './texts/keys.ts';

/** A rendered tree. */
export interface Canvas {
  readonly svg: SVGSVGElement;
  /** Fits the map, but not below a readable size. */
  fit(): void;
  /** Fits the whole map at any size. */
  fitWhole(): void;
  /** Expands or collapses by one level. */
  changeLevel(by: 1 | -1): void;
  remove(): void;
}

export interface CanvasOptions {
  readonly place: HTMLElement;
  readonly root: MapNode;
  readonly text: MapTexts;
  readonly jump: (path: readonly MapNode[]) => void;
  /** While the map fills the screen, it handles the wheel and one finger. */
  readonly isFull: () => boolean;
}
