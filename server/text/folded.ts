/** A name as it is compared: without case and forms of its letters. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
