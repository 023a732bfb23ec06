/** A vector and the signature of the model that made it. */
export interface QueryVector {
  readonly vector: Float32Array;
  readonly signature: string;
}

/** Vectors of the texts of one answer, by signature and text: what compares the same question shares one call. */
export type KnownVectors = Map<string, Promise<QueryVector | undefined>>;
