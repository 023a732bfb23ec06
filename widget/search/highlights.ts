/** A piece of a snippet: its text, and whether it is one of the words that were looked for. */
export interface Highlight {
  readonly text: string;
  readonly isFound: boolean;
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
};

/**
 * Reads a snippet, which is escaped text with `<mark>` as its only tag, into pieces of plain text. Nothing of it is ever
 * taken for HTML: any other tag stays the text that it is.
 */
export function highlightsOf(snippet: string): Highlight[] {
  const pieces: Highlight[] = [];
  let isFound = false;
  for (const part of snippet.split(/(<\/?mark>)/)) {
    if (part === '<mark>' || part === '</mark>') isFound = part === '<mark>';
    else if (part !== '') pieces.push({ text: unescaped(part), isFound });
  }
  return pieces;
}

/** Each entity is read once: `&amp;lt;` is the text `&lt;`. */
const unescaped = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|amp|#39|#x27);/g, (entity) => entities[entity] ?? entity);
