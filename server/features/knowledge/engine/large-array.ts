/**
 * Zeros, for arrays that come and go while an index is built. Large ones are taken from the system page by page, as memory of
 * WebAssembly, and go back to it as soon as nobody holds them. The C library's heap, where other arrays live, keeps the room of
 * what was freed between what is still in use: measured, two thirds of the memory after indexing were such room.
 */
export function largeArray(length: number): Uint32Array<ArrayBuffer> {
  if (4 * length < LARGE) return new Uint32Array(length);
  try {
    const { buffer } = new WebAssembly.Memory({ initial: Math.ceil((4 * length) / PAGE) });
    return new Uint32Array(buffer, 0, length);
  } catch {
    // Such memory reserves much more of the address space than it uses, which some systems limit.
    return new Uint32Array(length);
  }
}

/** The same for bytes. */
export const largeBytes = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(largeArray(Math.ceil(length / 4)).buffer, 0, length);

const LARGE = 1 << 18;

/** Size of a page of WebAssembly memory. */
const PAGE = 1 << 16;
