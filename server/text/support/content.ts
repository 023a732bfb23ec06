import type { Language } from '../language.ts';
import { quantitiesOf, type Quantity } from './quantities.ts';
import { tokensOf, type Token, type Tokens } from './tokens.ts';

/** The features of a statement or sentence that are compared. */
export interface Content extends Tokens {
  readonly quantities: readonly Quantity[];
  /** Content words that are not part of a quantity. */
  readonly words: readonly Token[];
  /** Folded Latin names: with a capital within a sentence, a digit, a sign or a capital after a letter. */
  readonly names: ReadonlySet<string>;
  /** Terms of content words, in order of their first place. */
  readonly terms: ReadonlySet<string>;
  /** Share of content words in a script without blanks. */
  readonly dense: number;
}

/** Longer texts are cut: nobody states more in one sentence. */
export const longestStatement = 600;

export function contentOf(text: string, language: Language): Content {
  const plain = plainText(text.slice(0, 2 * longestStatement)).slice(0, longestStatement);
  const tokens = tokensOf(plain, language);
  const quantities = quantitiesOf(tokens);
  const words = tokens.tokens.filter((token) => token.isContent && !isCounted(token, tokens, quantities));
  return {
    ...tokens,
    quantities,
    words,
    names: namesOf(plain),
    terms: new Set(words.map(({ term }) => term)),
    dense: words.length === 0 ? 0 : words.filter(({ isDense }) => isDense).length / words.length,
  };
}

/** True for a word that is part of a quantity, including its unit. */
function isCounted({ start, end }: Token, { signs }: Tokens, quantities: readonly Quantity[]): boolean {
  return quantities.some(
    (quantity) =>
      (start >= quantity.start && start < quantity.end) ||
      (start >= quantity.end &&
        start - quantity.end <= 2 &&
        signs.some(
          (sign) =>
            sign.meanings.unit !== undefined &&
            sign.start >= quantity.end &&
            sign.start < end &&
            sign.start - quantity.end <= 2,
        )),
  );
}

/** A line of Markdown as plain text: without emphasis, code ticks, link addresses and footnote marks. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/!?\[([^\][]{0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\[\^[^\]]{1,20}\]|\[\d{1,2}\]/g, '')
    .replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{2,3}|`/g, (sign) =>
      sign.startsWith('_') && sign.length === 1 ? sign : '',
    )
    .replace(/^\s*(?:>\s?)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)、]\s+)?/, '');

function namesOf(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(/\p{sc=Latin}[\p{sc=Latin}\d_.-]*[\p{sc=Latin}\d_]/gu)) {
    const [word] = match;
    const inner = /[\p{Lu}_\d]/u.test(word.slice(1));
    const before = text.slice(Math.max(0, match.index - 2), match.index);
    const within =
      /[\p{Ll},\d]\s$/u.test(before) ||
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]\s?$/u.test(before);
    if (inner || (within && /^\p{Lu}/u.test(word))) names.add(word.toLowerCase());
  }
  return names;
}
