import type { StoredChunk } from '../store.ts';

export interface Embedder {
  /**
   * Creates the missing vectors of these passages in a generation; does nothing in a generation without
   * vectors. Throws the Faults of the model, and `upstream` for an unusable reply.
   */
  ensure(
    article: { readonly title: string },
    chunks: readonly StoredChunk[],
    generation: number,
    signal?: AbortSignal,
  ): Promise<void>;
}
