import { Lexer, type MarkedOptions } from 'marked';

/** The last blocks of a growing text may still change: a dash below a list may start its next item. */
const unsettled = 2;

/**
 * Splits Markdown into its top-level blocks: paragraphs, lists, tables, code. A text that has only grown is parsed
 * again from its last blocks on.
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
    return withWholeDetails(new Lexer(options).blockTokens(text))
      .filter((block) => block.type !== 'space')
      .map((block) => block.raw);
  } catch {
    return [text];
  }
}

/** What stands between `<details>` and its end is one block, so that it can be folded. */
function withWholeDetails(
  tokens: readonly { readonly type: string; readonly raw: string }[],
): readonly { readonly type: string; readonly raw: string }[] {
  const blocks: { type: string; raw: string }[] = [];
  let open = 0;
  for (const { type, raw } of tokens) {
    const last = blocks.at(-1);
    if (open > 0 && last) last.raw += raw;
    else blocks.push({ type, raw });
    if (type === 'html')
      open = Math.max(0, open + count(raw, /<details\s{0,3}>/gi) - count(raw, /<\/details\s{0,3}>/gi));
  }
  return blocks;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Finds the end of the last block in the text; `undefined` when there is other text than blanks between the blocks. */
function endOf(blocks: readonly string[], text: string): number | undefined {
  let end = 0;
  for (const block of blocks) {
    const start = text.indexOf(block, end);
    if (start < 0 || text.slice(end, start).trim() !== '') return undefined;
    end = start + block.length;
  }
  return end;
}
