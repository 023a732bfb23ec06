/** True when the last digit is the Luhn check digit (ISO/IEC 7812-1). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Prefixes and lengths of payment networks (published ISO/IEC 7812 ranges). */
const networks: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|[689])/, [14, 16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^6(?:011|4[4-9]|5)/, [16, 17, 18, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:5[06-8]|6[0-37])/, [16, 17, 18, 19]],
  // Debit cards of Chinese banks older than the 62 range.
  [/^9558/, [19]],
];

/** True for a possible payment card number. */
export const isCard = (digits: string): boolean =>
  networks.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length)) &&
  passesLuhn(digits);

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** True for a resident identity number of 18 characters: region, date of birth, check character (GB 11643-1999). */
export function isResidentId(number: string): boolean {
  if (!/^[1-8]\d{16}[\dXx]$/.test(number) || !isBirthDate(number.slice(6, 14))) return false;
  const sum = weights.reduce((total, weight, place) => total + weight * Number(number[place]), 0);
  return '10X98765432'.charAt(sum % 11) === number.charAt(17).toUpperCase();
}

/** True for a possible old resident identity number of 15 digits, which has no check character. */
export const isOldResidentId = (digits: string): boolean =>
  /^[1-8]\d{14}$/.test(digits) && isBirthDate(`19${digits.slice(6, 12)}`);

/** True when `YYYYMMDD` is a possible date of birth of a living person. */
export function isBirthDate(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && year < 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
