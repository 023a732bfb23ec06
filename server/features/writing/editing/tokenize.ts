/** The smallest unit of a change. */
export interface Token {
  readonly text: string;
  readonly start: number;
}

/**
 * Splits a text into words, characters of dense scripts, runs of blanks, line breaks and punctuation. Joined they give
 * the text; surrogate pairs, line breaks and combined characters are not split.
 */
export function tokenize(text: string): Token[] {
  return Array.from(text.matchAll(WORDS), (match) => ({ text: match[0], start: match.index }));
}

const DENSE = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const PICTURE = String.raw`\p{Extended_Pictographic}[\uFE0F\p{EMod}]*`;

const WORDS = new RegExp(
  [
    String.raw`\r\n`,
    String.raw`[^\S\r\n]+`,
    String.raw`(?:(?![${DENSE}])[\p{L}\p{N}\p{M}])+(?:['’](?:(?![${DENSE}])\p{L})+)*`,
    String.raw`${PICTURE}(?:\u200D${PICTURE})*`,
    String.raw`[\s\S]\p{M}*`,
  ].join('|'),
  'gu',
);
