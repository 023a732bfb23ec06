import type { StoredChunk } from '../store.ts';

export interface Embedder {
  /**
   * Makes the vectors that a generation still lacks for these passages; does nothing when it has none at all.
   * Throws the Faults of the model, and `upstream` for an answer that cannot be used.
   */
  ensure(
    article: { readonly title: string },
    chunks: readonly StoredChunk[],
    generation: number,
    signal?: AbortSignal,
  ): Promise<void>;
}
