import {
  applyRules,
  CHINESE_END,
  CHINESE_START,
  FULL_WIDTH,
  HAN,
  replace,
  WORD,
  type Rule,
} from './typography.ts';

/**
 * Corrects what is wrong in the typography of Chinese and English prose beyond doubt: Latin marks in Chinese sentences, brackets
 * whose halves differ, doubled blanks, marks and little words, blanks before marks. Blanks between Chinese and Latin are
 * added where most of the text has them already. Style is left alone, and so are spelling and grammar.
 */
export const proofread = (text: string): string =>
  applyRules(text, prefersBlanks(text) ? [...rules, blanksBeside] : rules);

const rules: readonly Rule[] = [
  replace(
    new RegExp(`(?<=${CHINESE_END})[ \\t]?([,;:!?.])${CHINESE_START}`, 'gmu'),
    (_, mark) => FULL_WIDTH[mark] ?? mark,
  ),
  replace(/（([^()（）\n]{0,200})\)/g, (_, inside) => `（${inside}）`),
  replace(/\(([^()（）\n]{0,200})）/g, (_, inside) => `（${inside}）`),
  replace(/([，；：、])\1+|(?<!。)。。(?!。)/g, (whole) => whole.charAt(0)),
  replace(/(?<=\S)[ \t]+(?=[，。；：！？、）》】])/g, () => ''),
  replace(/(?<=[A-Za-z])[ \t]+(?=[,.;!?](?:\s|$)|[,;][A-Za-z])/gm, () => ''),
  replace(/(?<=[A-Za-z]{2}[,;])(?=[A-Za-z]{2})/g, () => ' '),
  replace(/\b(the|an|and|of|to|are|for|with)[ \t]+\1\b/gi, (_, word) => word),
  replace(/(?<=[^\s|])[ \t]{2,}(?=[^\s|])/g, () => ' '),
];

const blanksBeside = replace(new RegExp(`(?<=${HAN})(?=${WORD})|(?<=${WORD})(?=${HAN})`, 'gu'), () => ' ');

/** True when a text sets blanks between Chinese and Latin more often than not. */
function prefersBlanks(text: string): boolean {
  const count = (between: string) =>
    text.match(new RegExp(`${HAN}${between}(?=${WORD})|${WORD}${between}(?=${HAN})`, 'gu'))?.length ?? 0;
  return count(' ') > count('');
}
