/** A block of an answer. Only what models write is known; anything else stays the text it is. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] };

const bullet = /^\s*[-*+]\s+(.*)$/;
const numbered = /^\s*\d{1,3}[.)]\s+(.*)$/;

/** Splits Markdown into blocks, line by line. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', text: lines.join('\n') });
    lines = [];
  };
  let code: string[] | undefined;
  for (const line of text.split('\n')) {
    if (/^\s*```/.test(line)) {
      flush();
      if (code) blocks.push({ kind: 'code', text: code.join('\n') });
      code = code ? undefined : [];
    } else if (code) code.push(line);
    else if (line.trim() === '') flush();
    else {
      const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
      const [item, ordered] = [bullet.exec(line)?.[1] ?? numbered.exec(line)?.[1], numbered.test(line)];
      const last = blocks.at(-1);
      if (heading !== undefined || item !== undefined) flush();
      if (heading !== undefined) blocks.push({ kind: 'heading', text: heading });
      else if (item === undefined) lines.push(line);
      else if (last?.kind === 'list' && last.ordered === ordered && blocks.at(-1) === last)
        blocks[blocks.length - 1] = { ...last, items: [...last.items, item] };
      else blocks.push({ kind: 'list', ordered, items: [item] });
    }
  }
  flush();
  if (code) blocks.push({ kind: 'code', text: code.join('\n') });
  return blocks;
}

export interface Inline {
  readonly kind: 'text' | 'strong' | 'code';
  readonly text: string;
}

/** Strong text and code within a line; a link shows its words. */
export function inlineOf(text: string): readonly Inline[] {
  const plain = text.replace(/\[([^\]]{1,300})\]\([^()\s]{0,500}\)/g, '$1');
  return plain.split(/(\*\*[^*\n]+\*\*|`[^`\n]+`)/).flatMap((part): Inline[] => {
    if (part === '') return [];
    if (part.startsWith('**') && part.length > 4) return [{ kind: 'strong', text: part.slice(2, -2) }];
    if (part.startsWith('`') && part.length > 2) return [{ kind: 'code', text: part.slice(1, -1) }];
    return [{ kind: 'text', text: part }];
  });
}
