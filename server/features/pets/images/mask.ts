import type { Run } from '../../../../contract/pets/mask.ts';
import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';
import type { Raster } from '../../../imaging/raster.ts';

/** A mask that is cheap to transfer to a thread: start and length of every run. */
export interface FlatMask {
  readonly width: number;
  readonly height: number;
  readonly runs: Uint32Array<ArrayBuffer>;
}

export function flattenRuns(runs: readonly Run[]): Uint32Array<ArrayBuffer> {
  const flat = new Uint32Array(runs.length * 2);
  runs.forEach(([start, length], nth) => {
    flat[nth * 2] = start;
    flat[nth * 2 + 1] = length;
  });
  return flat;
}

/** Makes the selected pixels transparent, in place; their colours stay (spec 2.14). */
export function clearMask({ width, height, data }: Raster, mask: FlatMask): void {
  if (mask.width !== width || mask.height !== height)
    throw invalid(
      explained('pet_mask_picture', {
        width: mask.width,
        height: mask.height,
        ownWidth: width,
        ownHeight: height,
      }),
    );
  const { runs } = mask;
  for (let nth = 0; nth < runs.length; nth += 2) {
    const start = runs[nth] ?? 0;
    const end = Math.min(width * height, start + (runs[nth + 1] ?? 0));
    for (let at = start * 4 + 3; at < end * 4; at += 4) data[at] = 0;
  }
}
