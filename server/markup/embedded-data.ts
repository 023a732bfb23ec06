/** An address that holds a whole file, as editors write it for a picture that was pasted. */
const embedded = /\bdata:[\w.+-]{1,60}\/[\w.+-]{1,100}(?:;[\w=.+-]{1,60}){0,4},[\w+/=%-]{100,}/gi;

/** Shortens addresses that hold a whole file to an empty one: their letters are no text, and one picture would be thousands of passages. */
export const withoutEmbeddedData = (text: string): string =>
  text.includes('data:') || text.includes('DATA:') ? text.replace(embedded, 'data:,') : text;
