/** A picture of a text. */
export interface TextPicture {
  /** Its address as the text has it. */
  readonly address: string;
  readonly alt: string;
  /** Its place in the text. */
  readonly start: number;
  readonly end: number;
}

const markdownPicture = /!\[([^\]\n]{0,1000})\]\([ \t]{0,4}<?([^\s<>()]{1,2000})[^)\n]{0,300}\)/g;
const htmlPicture = /<img\s([^<>]{1,4000})>/gi;
const source = /(?:^|\s)src\s{0,4}=\s{0,4}["']?([^"'\s>]{1,2000})/i;
const alternative = /(?:^|\s)alt\s{0,4}=\s{0,4}(?:"([^"]{0,1000})"|'([^']{0,1000})')/i;

/** The pictures of a Markdown or HTML text in their order. */
export function picturesIn(text: string): TextPicture[] {
  const found: TextPicture[] = [];
  for (const { 0: whole, 1: alt = '', 2: address = '', index } of text.matchAll(markdownPicture))
    found.push({ address, alt, start: index, end: index + whole.length });
  for (const { 0: whole, 1: fields = '', index } of text.matchAll(htmlPicture)) {
    const address = source.exec(fields)?.[1]?.replaceAll('&amp;', '&');
    const [, double, single] = alternative.exec(fields) ?? [];
    if (address !== undefined)
      found.push({ address, alt: double ?? single ?? '', start: index, end: index + whole.length });
  }
  return found.toSorted((one, other) => one.start - other.start);
}
