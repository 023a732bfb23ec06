/**
 * Tidies the typography of Chinese and English prose: blanks between Chinese and Latin, Chinese punctuation in Chinese
 * sentences, doubled marks, words and blanks. Words, order and Markdown stay; code, addresses, formulas and HTML
 * are left alone. Polishing twice changes nothing more.
 */
export function polish(text: string): string {
  const pieces = text.split(PROTECTED);
  // Splitting by a pattern with one group puts the protected pieces at the odd places.
  const tidy = pieces.map((piece, place) => (place % 2 === 1 ? piece : tidyProse(piece))).join('');
  return tidy.replace(/\n{3,}/g, '\n\n');
}

/** Code fences, code spans, formulas, link targets, bare addresses and HTML tags. */
const PROTECTED =
  /(^[ \t]*(?:`{3,}|~{3,})[\s\S]*?(?:^[ \t]*(?:`{3,}|~{3,})[ \t]*$|$(?![\s\S]))|`[^`\n]+`|\$[^$\n]+\$|\]\([^)\n]*\)|https?:\/\/[^\s<>，。；！？、）】]+|[\w.+-]{1,64}@[\w.-]{1,255}|<[^<>\n]{1,300}>)/m;

const HAN = '\\p{Script=Han}';
const HAS_HAN = /\p{Script=Han}/u;
/** What may stand before a mark that ends a part of a Chinese sentence. */
const CHINESE_END = `[${HAN}》”’）】」』]`;
/** What may follow such a mark. */
const CHINESE_START = `(?=[ \\t]*(?:[${HAN}“《（「『]|$))`;
const WORD = '[A-Za-z0-9]';

const rules: readonly ((prose: string) => string)[] = [
  replace(/"([^"\n]*)"/g, (whole, inside) => (HAS_HAN.test(inside) ? `“${inside}”` : whole)),
  replace(/(\p{Script=Han}[ \t]?)\(([^()\n]*)\)/gu, (whole, before, inside) =>
    HAS_HAN.test(inside) ? `${before}（${inside}）` : whole,
  ),
  replace(new RegExp(`(?<=${HAN})(?=${WORD})|(?<=${WORD})(?=${HAN})`, 'gu'), () => ' '),
  replace(new RegExp(`(?<=${CHINESE_END})(?:\\.{3,}|。{3,}|…(?!…))`, 'gu'), () => '……'),
  replace(
    new RegExp(`(?<=${CHINESE_END})[ \\t]?([,;:!?.])\\1*${CHINESE_START}`, 'gmu'),
    (_, mark) => FULL_WIDTH[mark] ?? mark,
  ),
  replace(/([，。；：！？、])\1+/g, (_, mark) => mark),
  replace(/[ \t]+(?=[，。；：！？、）》】])|(?<=[，。；：！？、（《【])[ \t]+(?=\S)/g, () => ''),
  replace(/(?<=[A-Za-z])[ \t]+(?=[,.;!?](?:\s|$)|[,;][A-Za-z])/gm, () => ''),
  replace(/(?<=[A-Za-z]{2}[,;])(?=[A-Za-z]{2})/g, () => ' '),
  replace(/\b(the|an|and|of|to|in|is|are|for|with)[ \t]+\1\b/gi, (_, word) => word),
  replace(/(?<=[^\s|])[ \t]{2,}(?=[^\s|])/g, () => ' '),
];

const FULL_WIDTH: Readonly<Record<string, string>> = {
  ',': '，',
  ';': '；',
  ':': '：',
  '!': '！',
  '?': '？',
  '.': '。',
};

function replace(
  pattern: RegExp,
  by: (whole: string, first: string, second: string) => string,
): (prose: string) => string {
  return (prose) => prose.replace(pattern, by);
}

const tidyProse = (prose: string) => rules.reduce((text, rule) => rule(text), prose);
