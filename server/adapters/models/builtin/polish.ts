import {
  applyRules,
  CHINESE_END,
  CHINESE_START,
  FULL_WIDTH,
  HAN,
  HAS_HAN,
  replace,
  WORD,
  type Rule,
} from './typography.ts';

/**
 * Corrects the typography of Chinese and English prose: blanks between Chinese and Latin, Chinese punctuation in
 * Chinese sentences, doubled punctuation, words and blanks. Words, order and Markdown stay; code, addresses, formulas
 * and HTML are unchanged. Idempotent.
 */
export const polish = (text: string): string => applyRules(text, rules).replace(/\n{3,}/g, '\n\n');

const rules: readonly Rule[] = [
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
  replace(/(?<![ \t])[ \t]+(?=[，。；：！？、）》】])|(?<=[，。；：！？、（《【])[ \t]+(?=\S)/g, () => ''),
  replace(/(?<=[A-Za-z])[ \t]+(?=[,.;!?](?:\s|$)|[,;][A-Za-z])/gm, () => ''),
  replace(/(?<=[A-Za-z]{2}[,;])(?=[A-Za-z]{2})/g, () => ' '),
  replace(/\b(the|an|and|of|to|in|is|are|for|with)[ \t]+\1\b/gi, (_, word) => word),
  replace(/(?<=[^\s|])[ \t]{2,}(?=[^\s|])/g, () => ' '),
];
