/** Values in standard deviations from the mean of those that are known; all 0 where these are alike. */
export function standardised<T extends number | undefined>(values: readonly T[]): readonly (number | T)[] {
  const known = values.filter((value) => value !== undefined);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  const deviation = Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / known.length);
  return values.map((value) => {
    if (value === undefined) return value;
    return deviation === 0 ? 0 : (value - mean) / deviation;
  });
}
