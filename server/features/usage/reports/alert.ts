const levels = [100, 80, 50] as const;

/** Share of a daily ceiling in percent that raises an alert; 0 below the first. */
export type AlertLevel = 0 | (typeof levels)[number];

/** Highest level reached by `used` tokens of a ceiling; 0 without a ceiling. */
export const alertLevel = (used: number, ceiling: number | undefined): AlertLevel =>
  ceiling === undefined ? 0 : (levels.find((level) => used * 100 >= ceiling * level) ?? 0);
