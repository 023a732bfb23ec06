const levels = [100, 80, 50] as const;

/** A share of a daily ceiling, in percent, that administrators are told about; 0 below the first. */
export type AlertLevel = 0 | (typeof levels)[number];

/** The highest level that `used` tokens of a ceiling have reached; 0 without a ceiling. */
export const alertLevel = (used: number, ceiling: number | undefined): AlertLevel =>
  ceiling === undefined ? 0 : (levels.find((level) => used * 100 >= ceiling * level) ?? 0);
