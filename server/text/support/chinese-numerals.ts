const plainDigit = (sign = '') => (sign === '两' ? '二' : sign);
const DIGITS = '零一二三四五六七八九';
const PLACES: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** Value of a Chinese numeral, including fractions and decimals. */
export function chineseValue(
  numeral: string,
  over: string | undefined,
  decimals: string | undefined,
): number | undefined {
  const value = chineseInteger(numeral);
  if (value === undefined) return undefined;
  const above = over === undefined ? undefined : chineseInteger(over);
  if (above !== undefined) return round(above / value);
  if (decimals === undefined) return value;
  const digits = Array.from(decimals, (sign) =>
    Math.max(0, DIGITS.indexOf(sign === '〇' ? '零' : sign)),
  ).join('');
  return Number(`${value}.${digits}`);
}

function chineseInteger(numeral: string): number | undefined {
  if (numeral === '半') return 0.5;
  const plain = numeral.replaceAll('〇', '零').replaceAll('两', '二');
  if (/半/.test(plain)) return undefined;
  if (/^[零一二三四五六七八九]{2,}$/.test(plain))
    return Number(Array.from(plain, (sign) => DIGITS.indexOf(sign)).join(''));
  let whole = 0;
  let section = 0;
  let digit: number | undefined;
  for (const sign of plain) {
    const place = PLACES[sign];
    if (place !== undefined) {
      section += (digit ?? 1) * place;
      digit = undefined;
    } else if (sign === '万' || sign === '亿') {
      const part = section + (digit ?? 0);
      if (part === 0) return undefined;
      whole = (whole + part) * (sign === '万' ? 10_000 : 100_000_000);
      section = 0;
      digit = undefined;
    } else digit = DIGITS.indexOf(sign);
  }
  return whole + section + (digit ?? 0);
}

export const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** Value of a digit such as 三 or 两. */
export const digitOf = (sign = ''): number => DIGITS.indexOf(plainDigit(sign));

/** Value of a place such as 十, 1 for none. */
export const placeOf = (sign = ''): number => PLACES[sign] ?? 1;
