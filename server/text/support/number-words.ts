import { round } from './chinese-numerals.ts';

/** True when a number continues the one before it, as in `twenty five`, `two hundred and five` and `three quarters`. */
export function continuesNumber(gap: string, parts: readonly number[], next: number): boolean {
  const last = parts.at(-1);
  if (last === undefined || !/^(?:[\s-]| and )$/.test(gap)) return false;
  if (gap === ' and ') return last === 100 && next < 100 && next >= 1;
  if (next < 1) return parts.length === 1 && Number.isInteger(last) && last < 10;
  if (next === 100) return last < 20;
  if (next >= 1000) return last < next && scaleNumbers.has(next);
  if (last >= 100) return scaleNumbers.has(last) && parts.length > 1;
  return last >= 20 && last % 10 === 0 && next < 10;
}

const scaleNumbers = new Set([100, 1000, 1_000_000, 1_000_000_000]);

/** Value of the parts of one number. */
export function sumOf(parts: readonly number[]): number {
  let whole = 0;
  let current = 0;
  for (const part of parts) {
    if (part < 1) current *= part;
    else if (part === 100 && current > 0) current *= 100;
    else if (part >= 1000 && scaleNumbers.has(part)) {
      whole += Math.max(1, current) * part;
      current = 0;
    } else current += part;
  }
  return round(whole + current);
}
