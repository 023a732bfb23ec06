/** A number sign may end a word, as in “C#”; these end none. The last are invisible, or signs of a font of their own. */
const others = '[¶§\\u200B\\uFEFF\\p{Co}]|🔗\\uFE0F?';
const onlySigns = new RegExp(`^(?:[\\s#]|${others})*$`, 'u');
const signsAtEnd = new RegExp(`(?: #| ?(?:${others}))+ ?$`, 'u');
const signsAtStart = /^ ?(?:[#¶\u200B\uFEFF]|🔗\uFE0F?)+ /u;

/** True for the text of a link in a heading that leads to the heading itself; an empty one is an image. */
export const isPermalinkSign = (text: string): boolean => onlySigns.test(text);

/** A heading's text without the signs of themes that stand in no link, its blanks collapsed. */
export const withoutPermalinkSign = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(signsAtEnd, '').replace(signsAtStart, '').trim();
