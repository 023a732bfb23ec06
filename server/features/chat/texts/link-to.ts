/** A link in Markdown; the name in bold where the address cannot be one. */
export const linkTo = (name: string, url: string): string =>
  /^[^\s()<>]+$/.test(url) ? `[${escaped(name)}](${url})` : `**${escaped(name)}**`;

/** Escapes Markdown in a title. */
const escaped = (title: string): string =>
  title.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>~]/g, (sign) => `\\${sign}`);
