/** A copy of length 1; a zero vector stays as it is. Throws RangeError for values that are not finite. */
export function normalised(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  if (!Number.isFinite(length)) throw new RangeError('a vector must hold finite numbers');
  return length === 0 ? vector : vector.map((value) => value / length);
}

export function lengthOf(vector: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] ?? 0) ** 2;
  return Math.sqrt(squares);
}

/** The largest magnitude of a value; 1 for a zero vector. */
export function largest(vector: Float32Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i] ?? 0));
  return most || 1;
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
