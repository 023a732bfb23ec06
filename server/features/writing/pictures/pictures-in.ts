/** A picture of a text. */
export interface TextPicture {
  /** Its address as the text has it. */
  readonly address: string;
  readonly alt: string;
  /** Its place in the text. */
  readonly start: number;
  readonly end: number;
}

const markdownPicture =
  /!\[((?:[^[\]\n]|\[[^[\]\n]{0,300}\]){0,1000})\]\([ \t]{0,4}<?((?:[^\s<>()]|\([^\s<>()]{0,300}\)){1,2000})[^)\n]{0,300}\)/g;
const htmlPicture = /<img(?=[\s/])/gi;
/** Of a picture in HTML so much is read, in UTF-16 units; addresses of two thousand signs may have references for some. */
const longestTag = 8000;
const field =
  /[\s/]{0,100}([^\s"'<>/=]{1,100})(?:\s{0,100}=\s{0,100}(?:"([^"]{0,6000})"|'([^']{0,6000})'|([^\s"'<>]{1,6000})))?/y;
const tagEnd = /[\s/]{0,100}>/y;

/** The pictures of a Markdown or HTML text in their order. */
export function picturesIn(text: string): TextPicture[] {
  const found: TextPicture[] = [];
  for (const { 0: whole, 1: alt = '', 2: address = '', index } of text.matchAll(markdownPicture))
    found.push({ address, alt, start: index, end: index + whole.length });
  for (const { 0: name, index } of text.matchAll(htmlPicture)) {
    const tag = tagIn(text.slice(index, index + longestTag), name.length);
    const address = tag?.fields.get('src')?.replaceAll('&amp;', '&');
    if (tag && address)
      found.push({ address, alt: tag.fields.get('alt') ?? '', start: index, end: index + tag.length });
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** The fields of a tag, of each the first; a sign of the tag within quotes is none. */
function tagIn(text: string, nameLength: number) {
  const fields = new Map<string, string>();
  let at = nameLength;
  for (;;) {
    tagEnd.lastIndex = at;
    if (tagEnd.test(text)) return { fields, length: tagEnd.lastIndex };
    field.lastIndex = at;
    const read = field.exec(text);
    if (!read) return undefined;
    const [, name = '', double, single, plain] = read;
    const key = name.toLowerCase();
    if (!fields.has(key)) fields.set(key, double ?? single ?? plain ?? '');
    at = field.lastIndex;
  }
}
