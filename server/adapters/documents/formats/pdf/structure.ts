import { oneLine, type HtmlWriter } from '../html-writer.ts';
import { joined } from './lines.ts';
import type { Mark, StructureNode, TextItem } from './library.ts';
import { withoutRadicals } from './radicals.ts';

/** The text of each marked part of a page. */
export function markedTexts(items: readonly (TextItem | Mark)[]): ReadonlyMap<string, string> {
  const lines = new Map<string, string[]>();
  /** For each open mark the name of the part that it is in: marks without a name are inside of others. */
  const open: (string | undefined)[] = [];
  let isNewLine = false;
  for (const item of items) {
    if (!('str' in item)) {
      if (item.type === 'endMarkedContent') open.pop();
      else open.push(item.id ?? open.at(-1));
      continue;
    }
    const id = open.at(-1);
    if (id !== undefined && item.str !== '') {
      const own = lines.get(id) ?? [];
      const text = withoutRadicals(item.str);
      if (own.length === 0 || isNewLine) own.push(text);
      else own.push(`${own.pop() ?? ''}${text}`);
      lines.set(id, own);
      isNewLine = false;
    }
    if (item.hasEOL) isNewLine = true;
  }
  return new Map([...lines].map(([id, own]) => [id, joined(own.map((line) => line.trim()))]));
}

/** Writes a page by its structure; the number of characters that it accounts for. */
export function writeStructure(
  root: StructureNode,
  texts: ReadonlyMap<string, string>,
  { writer, id }: { readonly writer: HtmlWriter; readonly id: string },
): number {
  let length = 0;
  const textOf = (node: StructureNode, depth = 0): string => {
    const own = node.type === 'content' ? (texts.get(node.id ?? '') ?? '') : '';
    const children = depth < deepest ? (node.children ?? []) : [];
    return oneLine([own, ...children.map((child) => textOf(child, depth + 1))].filter(Boolean).join(' '));
  };
  const put = (text: string, write: (text: string) => void) => {
    length += text.length;
    if (text !== '') write(text);
  };
  const cellsOf = (node: StructureNode, depth: number): readonly StructureNode[] =>
    depth > deepest
      ? []
      : (node.children ?? []).flatMap((child) => (child.role === 'TR' ? [child] : cellsOf(child, depth + 1)));
  const walk = (node: StructureNode, depth: number): void => {
    const { role = '' } = node;
    const level =
      role === 'Title' ? 1 : /^H[1-6]$/.test(role) ? Number(role.charAt(1)) : role === 'H' ? 2 : 0;
    if (level > 0) put(textOf(node), (text) => writer.heading(level, text, id));
    else if (role === 'Table') {
      const rows = cellsOf(node, depth).map((row) => (row.children ?? []).map((cell) => textOf(cell)));
      length += rows.flat().reduce((sum, cell) => sum + cell.length, 0);
      const hasHead = cellsOf(node, depth)[0]?.children?.some((cell) => cell.role === 'TH') ?? false;
      if (rows.some((row) => row.some((cell) => cell !== ''))) writer.table(rows, hasHead);
    } else if (role === 'LI') put(textOf(node), writer.item);
    else if (depth >= deepest || node.type === 'content' || paragraphs.has(role))
      put(textOf(node), writer.paragraph);
    else for (const child of node.children ?? []) walk(child, depth + 1);
  };
  walk(root, 0);
  return length;
}

const paragraphs = new Set(['P', 'BlockQuote', 'Caption', 'Note', 'Code', 'TOCI', 'Span', 'Link', 'Formula']);
const deepest = 60;
