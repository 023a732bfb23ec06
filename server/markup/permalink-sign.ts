/** What themes write into a heading to link to it: a number sign, a pilcrow, a chain, or a sign of a font of their own. */
const signs = '#¶§🔗\\u200B\\uFE0F\\uFEFF\\p{Co}';
const onlySigns = new RegExp(`^[\\s${signs}]*$`, 'u');
/** A number sign may end a word, as in “C#”; the others end none. */
const signAtEnd = /(?: #| ?[¶§🔗\u200B\uFE0F\uFEFF\p{Co}])+ ?$/u;
const signAtStart = /^ ?[#¶🔗\u200B\uFE0F\uFEFF]+ /u;

/** True for the text of a link in a heading that leads to the heading itself; an empty one is a picture. */
export const isPermalinkSign = (text: string): boolean => onlySigns.test(text);

/** A heading's text without the signs that stand in no link, its blanks collapsed. */
export const withoutPermalinkSign = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(signAtEnd, '').replace(signAtStart, '').trim();
