/**
 * A fixed rotation of vectors into a space whose dimension is a power of two: the values of a rotated vector have
 * about the same magnitude, whatever the vector. Two rounds of sign changes and a Walsh–Hadamard transform, in n log
 * n steps instead of n² (Ailon and Chazelle, "The fast Johnson–Lindenstrauss transform", 2009). The same in every
 * process, since snapshots contain its results.
 */
export interface Rotation {
  /** Dimensions of the images, at least those of the vectors. */
  readonly dimensions: number;
  /** The rotated vector, of the same length; the next call overwrites the array. */
  rotate(vector: Float32Array): Float32Array;
}

export function createRotation(dimensions: number): Rotation {
  let size = MIN_DIMENSIONS;
  while (size < dimensions) size *= 2;
  const image = new Float32Array(size);
  const signs = Array.from({ length: ROUNDS }, (_, round) => signsOf(size, round + 1));
  const scale = size ** (-ROUNDS / 2);
  return {
    dimensions: size,
    rotate(vector) {
      image.fill(0);
      image.set(vector);
      for (const sign of signs) {
        for (let i = 0; i < size; i++) image[i] = (image[i] ?? 0) * (sign[i] ?? 0);
        transform(image);
      }
      for (let i = 0; i < size; i++) image[i] = (image[i] ?? 0) * scale;
      return image;
    },
  };
}

const ROUNDS = 2;
const MIN_DIMENSIONS = 32;

/**
 * Sums and differences of values at distance one, then two, then four, up to half the length. Two of these steps are
 * done at a time, so that each value is read and written half as often; an odd step remains for the end.
 */
function transform(values: Float32Array): void {
  const size = values.length;
  let apart = 1;
  for (; 4 * apart <= size; apart *= 4) {
    for (let from = 0; from < size; from += 4 * apart) {
      for (let at = from; at < from + apart; at++) {
        const first = values[at] ?? 0;
        const second = values[at + apart] ?? 0;
        const third = values[at + 2 * apart] ?? 0;
        const fourth = values[at + 3 * apart] ?? 0;
        values[at] = first + second + third + fourth;
        values[at + apart] = first - second + third - fourth;
        values[at + 2 * apart] = first + second - third - fourth;
        values[at + 3 * apart] = first - second - third + fourth;
      }
    }
  }
  for (let at = 0; apart < size && at < apart; at++) {
    const first = values[at] ?? 0;
    const second = values[at + apart] ?? 0;
    values[at] = first + second;
    values[at + apart] = first - second;
  }
}

/** Pseudo-random signs, 1 or −1 (the generator xorshift32). */
function signsOf(size: number, seed: number): Float32Array {
  let state = Math.imul(seed, 0x9e3779b1);
  return Float32Array.from({ length: size }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state < 0 ? -1 : 1;
  });
}
