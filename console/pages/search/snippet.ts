/** A part of a snippet; `marked` parts are matches. */
export interface SnippetPiece {
  readonly text: string;
  readonly marked: boolean;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#34': '"',
};
const plain = (html: string) =>
  html.replace(/<[^<>]*>/g, '').replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** The pieces of a snippet whose only markup is `<mark>`; everything else is text. */
export function piecesOf(snippet: string): readonly SnippetPiece[] {
  return snippet
    .split(/(<mark>[\s\S]*?<\/mark>)/)
    .filter((part) => part !== '')
    .map((part) => ({ text: plain(part), marked: part.startsWith('<mark>') }));
}
