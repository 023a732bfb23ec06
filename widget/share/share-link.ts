/** What follows `#` in the address of a shared conversation. It is not sent to servers, so it stands in no log of theirs. */
const beginning = '#docent-share=';

/** The address at which a shared conversation is read, on the page of the service for the chat alone. */
export const linkTo = (shareId: string, base: URL): string =>
  new URL(`embed.html${beginning}${shareId}`, base).href;

/** The share that the address of this page names. */
export const shareHere = (): string | undefined =>
  location.hash.startsWith(beginning) ? location.hash.slice(beginning.length) : undefined;
