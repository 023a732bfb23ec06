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
 * Corrects certain typographical errors in Chinese and English prose: Latin punctuation in Chinese sentences,
 * mismatched brackets, doubled blanks, punctuation and function words, blanks before punctuation. Adds blanks between
 * Chinese and Latin where most of the text has them. Does not change style, spelling or grammar.
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

/** True when a text has blanks between Chinese and Latin more often than not. */
function prefersBlanks(text: string): boolean {
  const count = (between: string) =>
    text.match(new RegExp(`${HAN}${between}(?=${WORD})|${WORD}${between}(?=${HAN})`, 'gu'))?.length ?? 0;
  return count(' ') > count('');
}
