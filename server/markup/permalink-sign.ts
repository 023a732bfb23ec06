/** A number sign may end a word, as in “C#”; these end none. The last are invisible, or signs of a font of their own. */
const signs = '¶§\\u200B\\uFEFF\\p{Co}';
/** One class, since `\s` has some of the signs: two ways to match the same character are tried in every combination. */
const onlySigns = new RegExp(`^(?:[\\s#${signs}]|🔗\\uFE0F?)*$`, 'u');
const signAtEnd = new RegExp(`(?: #| ?(?:[${signs}]|🔗\\uFE0F?))$`, 'u');
/** Longest sign with its blank, in UTF-16 units. */
const longestSign = 4;
const signsAtStart = /^ ?(?:[#¶\u200B\uFEFF]|🔗\uFE0F?)+ /u;

/** True for the text of a link in a heading that leads to the heading itself; an empty one is an image. */
export const isPermalinkSign = (text: string): boolean => onlySigns.test(text);

/** A heading's text without the signs of themes that stand in no link, its blanks collapsed. */
export const withoutPermalinkSign = (text: string): string =>
  withoutEnd(text.replace(/\s+/g, ' ').trimEnd()).replace(signsAtStart, '').trim();

/** One sign after the other, so that a row of them takes time in proportion to its length. */
function withoutEnd(text: string): string {
  let end = text.length;
  for (;;) {
    const sign = signAtEnd.exec(text.slice(Math.max(0, end - longestSign), end))?.[0] ?? '';
    if (sign === '') return text.slice(0, end);
    end -= sign.length;
  }
}
