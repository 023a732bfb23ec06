import type { Quantity } from './quantities.ts';

/** Whether another text has the quantity: `same`, `other` for another value of the same unit, or `none`. */
export function quantityIn(
  wanted: Quantity,
  said: readonly Quantity[],
): { readonly match: 'same' | 'other' | 'none'; readonly hasBound: boolean } {
  const same = said.filter(({ value, unit }) => value === wanted.value && fits(wanted.unit, unit));
  if (same.length > 0) {
    // At most 12 is another quantity than at least 12.
    const isOpposed = ({ bound }: Quantity) => bound !== undefined && bound !== wanted.bound;
    if (wanted.bound !== undefined && same.every(isOpposed)) return { match: 'other', hasBound: false };
    const agrees = same.some(
      ({ bound }) => bound === wanted.bound || (bound !== undefined && wanted.bound === undefined),
    );
    return { match: 'same', hasBound: agrees };
  }
  const isOther = said.some(
    ({ unit, value }) => unit === wanted.unit && typeof value === typeof wanted.value,
  );
  return { match: isOther ? 'other' : 'none', hasBound: true };
}

const loose = new Set(['item', 'times', 'person', 'order', 'year', 'month', 'date']);

/** True for units that can mean the same. A missing unit matches any, and so does a measure word, a foreign unit or a noun. */
const fits = (wanted: string | undefined, said: string | undefined): boolean =>
  wanted === said ||
  wanted === undefined ||
  said === undefined ||
  wanted.startsWith('=') ||
  said.startsWith('=') ||
  ((wanted === 'item' || wanted === 'person') && loose.has(said)) ||
  ((said === 'item' || said === 'person') && loose.has(wanted)) ||
  (wanted === 'degree' && said === 'item');
