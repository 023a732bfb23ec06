import type { Mask } from '../../../../contract/pets/mask.ts';
import type { PetState, PetStyle } from '../../../../contract/pets/requests.ts';
import type { Stroke } from '../../../../contract/pets/strokes.ts';
import { petLimits } from '../../../../contract/pets/limits.ts';
import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';
import { createWorkerPool } from '../../../work/threads/worker-pool.ts';
import type { EdgeOptions } from './edge.ts';
import { flattenRuns } from './mask.ts';
import type { ImageOperations } from './image-worker.ts';
import type { Region } from './region.ts';

export interface ImageFacts {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

export type { EdgeOptions } from './edge.ts';
export type { Region } from './region.ts';

/**
 * Image operations of pets, in worker threads. Bytes in, PNG bytes out. Every method throws the Fault `invalid` for
 * unreadable bytes, `busy` when the queue is full, and the signal's reason when aborted.
 */
export interface ImageProcessor extends AsyncDisposable {
  /**
   * Prepares an uploaded photo (JPEG, PNG or WebP by content, at most 5 MB): turned upright, without metadata, at most
   * 1024 px wide or high.
   */
  photo(bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Makes a master of a generated image: background removed, trimmed, centred on a square; `pixel` put on its grid.
   */
  master(bytes: Uint8Array, style: PetStyle, signal: AbortSignal): Promise<Uint8Array>;
  /** Size in pixels, and whether any pixel is transparent. */
  inspect(bytes: Uint8Array, signal: AbortSignal): Promise<ImageFacts>;
  /** Clears the alpha of masked pixels only. Throws `invalid` when the mask has another size. */
  clearMask(bytes: Uint8Array, mask: Mask, signal: AbortSignal): Promise<Uint8Array>;
  /** Clears alpha along strokes of a round brush, in pixels of the image. */
  eraseStrokes(bytes: Uint8Array, strokes: readonly Stroke[], signal: AbortSignal): Promise<Uint8Array>;
  /** Cleans the edge of the figure. */
  edge(bytes: Uint8Array, options: EdgeOptions, signal: AbortSignal): Promise<Uint8Array>;
  /** Draws an expression over the master without a model; `region` is the face, which is detected otherwise. */
  expression(
    master: Uint8Array,
    wanted: { readonly state: PetState; readonly style: PetStyle; readonly region?: Region | undefined },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
  /** PNG mask of a region for an image model: transparent where the image may change. */
  regionMask(master: Uint8Array, region: Region, signal: AbortSignal): Promise<Uint8Array>;
  /** Blends a drawn image over the master inside a region; pixels outside stay identical. */
  blend(
    master: Uint8Array,
    drawn: Uint8Array,
    within: { readonly region: Region; readonly style: PetStyle },
    signal: AbortSignal,
  ): Promise<Uint8Array>;
}

/** Uses two threads with a bounded queue. */
export function createImageProcessor(): ImageProcessor {
  const threads = createWorkerPool<ImageOperations>({
    module: new URL('./image-worker.ts', import.meta.url),
    name: 'image processing',
  });
  return {
    photo: async (bytes, signal) => {
      if (bytes.byteLength > petLimits.photoBytes) throw invalid(explained('photo_large'));
      return threads.run('photo', { bytes }, signal);
    },
    master: (bytes, style, signal) => threads.run('master', { bytes, style }, signal),
    inspect: (bytes, signal) => threads.run('inspect', { bytes }, signal),
    clearMask: (bytes, { width, height, runs }, signal) =>
      threads.run('clearMask', { bytes, mask: { width, height, runs: flattenRuns(runs) } }, signal),
    eraseStrokes: (bytes, strokes, signal) => threads.run('eraseStrokes', { bytes, strokes }, signal),
    edge: (bytes, options, signal) => threads.run('edge', { bytes, options }, signal),
    expression: (bytes, { state, style, region }, signal) =>
      threads.run('expression', { bytes, state, style, region }, signal),
    regionMask: (bytes, region, signal) => threads.run('regionMask', { bytes, region }, signal),
    blend: (bytes, drawn, { region, style }, signal) =>
      threads.run('blend', { bytes, drawn, region, style }, signal),
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  };
}
