/** Learns whether the dates in the lists of a site are reliable modification dates. */
export interface DateTrust {
  /** How the dates are wrong: they always change, or never do; `undefined` while they are trusted. */
  readonly lie: 'always-new' | 'never-new' | undefined;
  /** True when there were enough visits to judge the dates. */
  readonly isTried: boolean;
  /** A page was visited because its date has changed. */
  dateChanged(hasChanged: boolean): void;
  /** The dates of a list are new each time that it is read. */
  alwaysNew(): void;
  /** A page with a date was visited although its date is the same. */
  dateSame(hasChanged: boolean): void;
}

/** Number of visits due to new dates after which the dates are judged. */
const enough = 10;
const oneIn = 5;
/** Number of changed pages with an unchanged date after which the dates are not trusted. */
const enoughMissed = 2;

/** @param lost called once, when the dates are no longer trusted */
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
      // Older visits count less.
      if (visits >= 10 * enough) [visits, right] = [visits / 2, right / 2];
    },
    alwaysNew: () => lose('always-new'),
    dateSame(hasChanged) {
      if (hasChanged && ++missed >= enoughMissed) lose('never-new');
    },
  };
};
