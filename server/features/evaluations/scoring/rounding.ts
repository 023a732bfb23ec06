/** Rounded to two decimals. */
export const rounded = (figure: number): number => Math.round((figure + Number.EPSILON) * 100) / 100;

/** Rounded to four decimals; for ratios. */
export const roundedRatio = (figure: number): number => Math.round(figure * 10_000) / 10_000;

export const sum = (figures: readonly number[]): number => figures.reduce((all, figure) => all + figure, 0);

/** Mean of the known values, `undefined` when there are none. */
export function meanOf(figures: readonly (number | null | undefined)[]): number | undefined {
  const known = figures.filter((figure) => figure !== null && figure !== undefined);
  return known.length === 0 ? undefined : sum(known) / known.length;
}

/** Percentile by nearest rank. */
export function percentile(figures: readonly number[], share: number): number | undefined {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
