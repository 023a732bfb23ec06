import { Lexer, type MarkedOptions } from 'marked';

/** The last blocks of a growing text may still become others: a dash below a list, say, is its next item. */
const unsettled = 2;

/**
 * Cuts Markdown at its top-level blocks: paragraphs, lists, tables, code. A text that only grew is read again from its last
 * blocks on, however long it is.
 */
export function createBlockReader(options: MarkedOptions) {
  let settledText = '';
  let settledBlocks: readonly string[] = [];

  return (markdown: string): readonly string[] => {
    const text = markdown.replace(/\r\n?/g, '\n');
    if (!text.startsWith(settledText)) [settledText, settledBlocks] = ['', []];
    const tail = text.slice(settledText.length);
    const fresh = blocksOf(tail, options);
    const blocks = [...settledBlocks, ...fresh];
    const settling = fresh.slice(0, -unsettled);
    const end = endOf(settling, tail);
    if (end !== undefined) {
      settledText = text.slice(0, settledText.length + end);
      settledBlocks = [...settledBlocks, ...settling];
    }
    return blocks;
  };
}

function blocksOf(text: string, options: MarkedOptions): string[] {
  try {
    return new Lexer(options)
      .blockTokens(text)
      .filter((block) => block.type !== 'space')
      .map((block) => block.raw);
  } catch {
    return [text];
  }
}

/** Finds the end of the last of the blocks in the text; nothing when something other than blanks stands between them. */
function endOf(blocks: readonly string[], text: string): number | undefined {
  let end = 0;
  for (const block of blocks) {
    const start = text.indexOf(block, end);
    if (start < 0 || text.slice(end, start).trim() !== '') return undefined;
    end = start + block.length;
  }
  return end;
}
