import type { StoredChunk } from '../store.ts';

export interface Embedder {
  /**
   * Creates the vectors that a generation still lacks for these passages; does nothing in a generation without
   * vectors. Throws the Faults of the model, and `upstream` for an unusable reply.
   */
  ensure(
    article: { readonly title: string },
    chunks: readonly StoredChunk[],
    generation: number,
    signal?: AbortSignal,
  ): Promise<void>;
}
