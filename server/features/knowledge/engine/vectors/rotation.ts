/**
 * A fixed rotation of vectors into a space of a power of two of dimensions: whatever the values of a vector were, those of its image
 * are of about the same size. Two rounds of changed signs and a Walsh–Hadamard transform, in n log n steps instead of n²
 * (Ailon and Chazelle, "The fast Johnson–Lindenstrauss transform", 2009). The same for every process, since snapshots hold its results.
 */
export interface Rotation {
  /** Dimensions of the images, at least those of the vectors. */
  readonly dimensions: number;
  /** The image of a vector, of the same length; an array that the next call writes over. */
  rotate(vector: Float32Array): Float32Array;
}

export function createRotation(dimensions: number): Rotation {
  let size = LEAST;
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
const LEAST = 32;

/**
 * Sums and differences of the values one place apart, then two, then four, up to half of them. Two of these steps are done at a time,
 * so that each value is read and written half as often; an odd one is left for the end.
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

/** 1 and −1 as if by chance (the generator xorshift32). */
function signsOf(size: number, seed: number): Float32Array {
  let state = Math.imul(seed, 0x9e3779b1);
  return Float32Array.from({ length: size }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state < 0 ? -1 : 1;
  });
}
