/** Learns whether the dates in the lists of a site say when its pages change. */
export interface DateTrust {
  /** `undefined` while the dates are believed: else they are always new, or never new. */
  readonly lie: 'always-new' | 'never-new' | undefined;
  /** True when enough visits have shown what the dates are worth. */
  readonly isTried: boolean;
  /** A page was visited because its date has changed. */
  dateChanged(hasChanged: boolean): void;
  /** A page with a date was visited although its date is the same. */
  dateSame(hasChanged: boolean): void;
}

/** So many visits, of which hardly one found what its date said, are enough. */
const enough = 10;
const oneIn = 5;
/** So many pages have changed under the same date. */
const enoughMissed = 2;

/** @param lost called once, when the dates of the site are believed no more */
export const createDateTrust = (lost: (lie: 'always-new' | 'never-new') => void): DateTrust => {
  let lie: DateTrust['lie'];
  let visits = 0;
  let right = 0;
  let missed = 0;
  const lose = (how: 'always-new' | 'never-new') => {
    if (lie !== undefined) return;
    lie = how;
    lost(how);
  };
  return {
    get lie() {
      return lie;
    },
    get isTried() {
      return lie !== undefined || visits >= enough;
    },
    dateChanged(hasChanged) {
      visits++;
      if (hasChanged) right++;
      if (visits >= enough && right * oneIn < visits) lose('always-new');
      // Only what the dates said lately counts.
      if (visits >= 10 * enough) [visits, right] = [visits / 2, right / 2];
    },
    dateSame(hasChanged) {
      if (hasChanged && ++missed >= enoughMissed) lose('never-new');
    },
  };
};
