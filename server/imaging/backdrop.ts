import { chroma, labAt, labDistance, type Lab } from './colour.ts';
import type { Raster } from './raster.ts';

/** Model of an image's background, fitted to its border. Distances are in OKLab. */
export interface Backdrop {
  /** Distance of a colour from the background at a point. */
  distance(colour: Lab, x: number, y: number): number;
  /** Background colour at a point. */
  colourAt(x: number, y: number): Lab;
  /** Maximum distance at which a colour counts as background. */
  readonly tolerance: number;
  /** A flat magenta, the chroma key that prompts ask for; no animal has it. */
  readonly isKey: boolean;
}

/**
 * Fits a quadratic surface to the border's colours (plain colour, gradient, vignette), and up to two further colours
 * with a large share of the border (a fake checkerboard, a floor).
 */
export function fitBackdrop(plane: Float32Array, { width, height }: Raster): Backdrop {
  const samples = borderSamples(plane, width, height);
  const { main, others } = clusters(samples);
  const surface = fitSurface(main, width, height);
  const noise = median(main.map(({ lab, x, y }) => labDistance(lab, surface(x, y))));
  const centre = surface(width / 2, height / 2);
  return {
    colourAt: surface,
    distance: (colour, x, y) =>
      others.reduce(
        (least, other) => Math.min(least, labDistance(colour, other)),
        labDistance(colour, surface(x, y)),
      ),
    tolerance: Math.min(0.11, 0.045 + 3 * noise),
    isKey: isMagenta(centre) && noise < 0.03,
  };
}

const isMagenta = (colour: Lab): boolean =>
  chroma(colour) > 0.2 && Math.abs(Math.atan2(colour[2], colour[1]) - Math.atan2(-0.169, 0.275)) < 0.35;

interface Sample {
  readonly lab: Lab;
  readonly x: number;
  readonly y: number;
}

/** Pixels of a frame of about 1.5 % of the image, sampled down to a few thousand. */
function borderSamples(plane: Float32Array, width: number, height: number): readonly Sample[] {
  const depth = Math.max(1, Math.round(Math.min(width, height) * 0.015));
  const samples: Sample[] = [];
  const step = Math.max(1, Math.floor((depth * 2 * (width + height)) / 4000));
  let nth = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (x >= depth && x < width - depth && y >= depth && y < height - depth) {
        x = width - depth - 1;
        continue;
      }
      nth += 1;
      if (nth % step === 0) samples.push({ lab: labAt(plane, y * width + x), x, y });
    }
  }
  return samples;
}

/** Greedy clusters, largest first; those of a figure that touches the border are too small to count. */
function clusters(samples: readonly Sample[]): { main: readonly Sample[]; others: readonly Lab[] } {
  const groups: Sample[][] = [];
  for (const sample of samples) {
    const group = groups.find(([first]) => first && labDistance(first.lab, sample.lab) < 0.09);
    if (group) group.push(sample);
    else if (groups.length < 64) groups.push([sample]);
  }
  const [main = [], ...rest] = groups.toSorted((one, other) => other.length - one.length);
  // Colours near the main one belong to its gradient.
  const near = rest.filter(([first]) => first && main[0] && labDistance(first.lab, main[0].lab) < 0.22);
  const isPlain = main.length > samples.length * 0.75;
  return {
    main: isPlain ? main : [main, ...near].flat(),
    others: rest
      .filter((group) => group.length > samples.length * 0.2)
      .slice(0, 2)
      .map(meanOf),
  };
}

const meanOf = (group: readonly Sample[]): Lab => {
  const mean = (part: 0 | 1 | 2) => group.reduce((sum, { lab }) => sum + lab[part], 0) / group.length;
  return [mean(0), mean(1), mean(2)];
};

/** Least squares over 1, x, y, x², xy, y², twice: the second time without outliers. */
function fitSurface(samples: readonly Sample[], width: number, height: number) {
  const terms = (x: number, y: number): readonly number[] => {
    const [u, v] = [x / width - 0.5, y / height - 0.5];
    return [1, u, v, u * u, u * v, v * v];
  };
  const surfaceOf = (chosen: readonly Sample[]) => {
    const rows = chosen.map(({ x, y }) => terms(x, y));
    const factors = ([0, 1, 2] as const).map((part) => {
      const solved = solve(
        rows,
        chosen.map(({ lab }) => lab[part]),
      );
      return solved;
    });
    return (x: number, y: number): Lab => {
      const at = terms(x, y);
      const value = (part: number) =>
        at.reduce((sum, term, nth) => sum + term * (factors[part]?.[nth] ?? 0), 0);
      return [value(0), value(1), value(2)];
    };
  };
  const rough = surfaceOf(samples);
  const errors = samples.map(({ lab, x, y }) => labDistance(lab, rough(x, y)));
  const bound = Math.max(0.02, 2.5 * median(errors));
  const fitting = samples.filter((_, nth) => (errors[nth] ?? 0) <= bound);
  return surfaceOf(fitting.length > 12 ? fitting : samples);
}

/** Normal equations with ridge regularization, by Gauss-Jordan elimination. */
function solve(rows: readonly (readonly number[])[], values: readonly number[]): readonly number[] {
  const size = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size + 1 }, (__, column) =>
      rows.reduce(
        (sum, terms, nth) =>
          sum + (terms[row] ?? 0) * (column === size ? (values[nth] ?? 0) : (terms[column] ?? 0)),
        row === column ? 1e-6 + (row > 0 ? rows.length * 1e-5 : 0) : 0,
      ),
    ),
  );
  matrix.forEach((pivotRow, pivot) => {
    for (const [place, row] of matrix.entries()) {
      if (place === pivot) continue;
      const factor = (row[pivot] ?? 0) / (pivotRow[pivot] ?? 1);
      pivotRow.forEach((value, column) => (row[column] = (row[column] ?? 0) - factor * value));
    }
  });
  return matrix.map((row, place) => (row[size] ?? 0) / (row[place] ?? 1));
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
