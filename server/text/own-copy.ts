/** A copy of a text that is kept: a word that was cut out of an article would keep the whole article in memory. */
export const ownCopy = (text: string): string => ` ${text}`.slice(1);
