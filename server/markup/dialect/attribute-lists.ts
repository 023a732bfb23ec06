/**
 * Removes what Kramdown and its like write for the generator alone: attributes (`{: .class}`, `{:target="_blank"}`,
 * `{ .button }` behind a link or a picture, `[text]{.class}`) and extensions (`{::nomarkdown}`). Code spans are unchanged. Linear time.
 */
export const withoutAttributes = (line: string): string =>
  line.includes('{') ? line.replace(spanOrAttributes, keepSpan) : line;

/**
 * A span of code as a whole, or attributes; the spans of a line are no longer than this. Behind the end of an emphasis only what cannot be
 * the index of a formula (`\sum_{i=1}`) counts.
 */
const spanOrAttributes =
  /(`{1,4})[^`]{1,500}\1(?!`)|\{::comment\}[^{}\n]{0,1000}\{:\/(?:comment)?\}|\{::?\/?(?=[\s.#/\w])[^{}\n]{0,300}\}|(?<![\w\]!\\)])\[([^[\]`\n]{1,300})\]\{[ \t]*(?:[.#]|[\w-]{1,40}=)[^{}\n]{0,300}\}|(?<=[)\]`])\{[ \t]*(?:[.#]|[\w-]{1,40}=)[^{}\n]{0,300}\}|(?<=[*_])\{[ \t]*(?:[.#]|[\w-]{1,40}=["'])[^{}\n]{0,300}\}/g;

const keepSpan = (found: string, ticks?: string, named = ''): string => (ticks === undefined ? named : found);
