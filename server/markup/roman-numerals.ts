/** A whole number from 1 to 3,999 in Roman numerals; other numbers have none that is usual. */
export function roman(number: number): string {
  let rest = number;
  let said = '';
  for (const [value, sign] of numerals) {
    said += sign.repeat(Math.floor(rest / value));
    rest %= value;
  }
  return said;
}

const numerals: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];
