/** Applies rules of a pattern and a replacement to prose. Code, addresses, formulas and HTML are unchanged. */
export function applyRules(text: string, rules: readonly Rule[]): string {
  // Splitting by a pattern with one group puts the protected parts at odd positions.
  return text
    .split(PROTECTED)
    .map((piece, place) => (place % 2 === 1 ? piece : rules.reduce((prose, rule) => rule(prose), piece)))
    .join('');
}

export type Rule = (prose: string) => string;

/** A rule from a pattern and a function of its match and groups. */
export function replace(
  pattern: RegExp,
  by: (whole: string, first: string, second: string, third: string) => string,
): Rule {
  return (prose) => prose.replace(pattern, by);
}

/** Code fences, code spans, formulas, link targets, bare addresses and HTML tags. */
const PROTECTED =
  /(^[ \t]*(?:`{3,}|~{3,})[\s\S]*?(?:^[ \t]*(?:`{3,}|~{3,})[ \t]*$|$(?![\s\S]))|`[^`\n]+`|\$[^$\n]+\$|\]\([^()\n]*\)|https?:\/\/[^\s<>，。；！？、）】]+|[\w.+-]{1,64}@[\w.-]{1,255}|<[^<>\n]{1,300}>)/m;

export const HAN = '\\p{Script=Han}';
export const HAS_HAN = /\p{Script=Han}/u;
/** Before a punctuation mark that ends a part of a Chinese sentence. */
export const CHINESE_END = `[${HAN}》”’）】」』]`;
/** After such a mark. */
export const CHINESE_START = `(?=[ \\t]*(?:[${HAN}“《（「『]|$))`;
export const WORD = '[A-Za-z0-9]';

/** Chinese punctuation by its Latin counterpart. */
export const FULL_WIDTH: Readonly<Record<string, string>> = {
  ',': '，',
  ';': '；',
  ':': '：',
  '!': '！',
  '?': '？',
  '.': '。',
};
