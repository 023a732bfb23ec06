/**
 * Allocates zeroed arrays that are replaced while an index is built. Large ones are allocated as WebAssembly memory,
 * which comes from the system page by page and returns to it as soon as it is unreachable. The C library's heap,
 * where other arrays live, keeps the gaps between blocks in use: measured, two thirds of the memory after indexing
 * were such gaps.
 */
export function largeArray(length: number): Uint32Array<ArrayBuffer> {
  if (4 * length < LARGE) return new Uint32Array(length);
  try {
    const { buffer } = new WebAssembly.Memory({ initial: Math.ceil((4 * length) / WASM_PAGE) });
    return new Uint32Array(buffer, 0, length);
  } catch {
    // WebAssembly memory reserves much more address space than it uses, and some systems limit that.
    return new Uint32Array(length);
  }
}

/** The same for bytes. */
export const largeBytes = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(largeArray(Math.ceil(length / 4)).buffer, 0, length);

/** Length for so many entries with spare room, so that few changes of an index reallocate an array. */
export const withRoom = (entries: number): number => Math.ceil(1.25 * entries);

const LARGE = 1 << 18;

/** Size of a page of WebAssembly memory. */
export const WASM_PAGE = 1 << 16;
