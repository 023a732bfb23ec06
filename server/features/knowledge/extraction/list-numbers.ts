import { roman } from '../../../markup/roman-numerals.ts';
import { listType, type AttributeOf } from '../../../markup/said/said-tags.ts';

/** How the items of a list are numbered. */
export interface Numbering {
  readonly type: string;
  readonly first: number;
  readonly step: 1 | -1;
}

/** The numbering of an `ol`; a reversed list has got its start. */
export const numberingOf = (attributeOf: AttributeOf): Numbering => ({
  type: listType(attributeOf),
  first: numberAt(attributeOf('start')) ?? 1,
  step: attributeOf('reversed') === undefined || numberAt(attributeOf('start')) === undefined ? 1 : -1,
});

/** The number in a `value` or `start` attribute; `undefined` when there is none. */
export const numberAt = (value: string | null | undefined): number | undefined =>
  /^-?\d{1,6}$/.test(value?.trim() ?? '') ? Number(value) : undefined;

/** A number in the style of its list, such as `9` or `b`. */
export function written(number: number, type: string): string {
  const isLetter = /[aA]/.test(type);
  if (number < 1 || type === '1' || (!isLetter && number > 3999)) return String(number);
  const said = isLetter ? letters(number) : roman(number);
  return /[AI]/.test(type) ? said : said.toLowerCase();
}

function letters(number: number): string {
  let rest = number;
  let said = '';
  for (; rest > 0; rest = Math.floor((rest - 1) / 26))
    said = String.fromCharCode(65 + ((rest - 1) % 26)) + said;
  return said;
}
