/** Two decimals. */
export const rounded = (figure: number): number => Math.round((figure + Number.EPSILON) * 100) / 100;

/** Four decimals, for shares. */
export const fine = (figure: number): number => Math.round(figure * 10_000) / 10_000;

export const sum = (figures: readonly number[]): number => figures.reduce((all, figure) => all + figure, 0);

/** The mean of what is known, `undefined` when nothing is. */
export function meanOf(figures: readonly (number | null | undefined)[]): number | undefined {
  const known = figures.filter((figure) => figure !== null && figure !== undefined);
  return known.length === 0 ? undefined : sum(known) / known.length;
}

/** The smallest figure that a share of all does not exceed (nearest rank). */
export function percentile(figures: readonly number[], share: number): number | undefined {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
