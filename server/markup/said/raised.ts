/** Whether a text is raised or lowered. */
export type Raised = 'sup' | 'sub';

/** Characters of the text before that `endsInNumber` looks at. */
export const keptOfText = 2;

/** True where the end of a text is a number, also before a blank, or the upper part of a fraction. */
export const endsInNumber = (text: string): boolean => /\d\s?$|[⁰¹²³⁴-⁹][/⁄]$/.test(text);

/** True for a text that is a raised number, so far. */
export const isNumber = (text: string): boolean => /^\s?[+−–-]?\d{1,6}\s?$/.test(text);

/**
 * A raised or lowered text behind a number, as it can be written in one line: `10` and `6` are a power, not `106`.
 * `undefined` for what may stand beside a number as it is, such as the ending of “5th”.
 */
export function besideNumber(kind: Raised, text: string): string | undefined {
  const said = text.trim().replace(/[−–]/g, '-');
  if (/^[+-]?\d{1,6}$/.test(said))
    return Array.from(said, (sign) => signs[kind].charAt(plain.indexOf(sign))).join('');
  const isExponent = /^(?![a-z]{2})[+-]?[\dnkmxyz](?:[.,+*/-]?[\dnkmxyz]){0,11}$/i.test(said);
  return isExponent ? `${kind === 'sup' ? '^' : '_'}${said}` : undefined;
}

const plain = '0123456789+-';
const signs = { sup: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻', sub: '₀₁₂₃₄₅₆₇₈₉₊₋' };
