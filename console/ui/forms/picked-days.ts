import { computed } from 'vue';

/** The first and the last day of a filter, `''` where none is chosen. */
interface Days {
  start: string;
  end: string;
}

/** A pair of days of a filter for the date picker; `isUsable` is false for days of an address that make no period. */
export const usePickedDays = (filters: () => Days, isUsable: (start: string, end: string) => boolean) =>
  computed({
    get(): [string, string] | null {
      const { start, end } = filters();
      return isUsable(start, end) ? [start, end] : null;
    },
    set(chosen) {
      const [start = '', end = ''] = chosen ?? [];
      Object.assign(filters(), { start, end });
    },
  });
