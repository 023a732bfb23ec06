import { Fragment, Slice, type Mark, type Node, type Schema } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { outlineBlocks, paragraphsOf, type OutlineBlock } from '../new-text.ts';
import type { NewText } from '../passage.ts';
import type { Stretch } from './flat-text.ts';

/** Puts a new text into a stretch; words that were bold, linked and so on are so again where they come back. */
export function replaceStretch(transaction: Transaction, { from, to, replacement }: Stretch): void {
  const { doc } = transaction;
  const { schema } = doc.type;
  const around = marksIn(doc, from, to);
  const lines = (paragraph: string) => inlineNodes(schema, paragraph.split('\n'), around);
  const paragraphs = replacement.split(/\n{2,}/);
  const [only = ''] = paragraphs;
  if (paragraphs.length === 1) {
    transaction.replace(from, to, new Slice(Fragment.from(lines(only)), 0, 0));
    return;
  }
  const paragraphType = schema.nodes['paragraph'];
  if (!paragraphType) return;
  const blocks = paragraphs.map((paragraph) => paragraphType.create(null, lines(paragraph)));
  transaction.replace(from, to, new Slice(Fragment.from(blocks), 1, 1));
}

/** The marks of a stretch: those of all its text, and runs that have more. */
interface MarksIn {
  readonly common: readonly Mark[];
  readonly runs: readonly { readonly text: string; readonly marks: readonly Mark[] }[];
}

function marksIn(doc: Node, from: number, to: number): MarksIn {
  const runs: { text: string; marks: readonly Mark[] }[] = [];
  doc.nodesBetween(from, to, (node, position) => {
    if (!node.isText || !node.text) return;
    const text = node.text.slice(Math.max(0, from - position), to - position);
    if (text !== '') runs.push({ text, marks: node.marks });
  });
  const [first] = runs;
  if (!first) return { common: doc.resolve(from).marks(), runs };
  const common = first.marks.filter((mark) => runs.every(({ marks }) => mark.isInSet(marks)));
  return { common, runs: runs.filter(({ marks }) => marks.length > common.length) };
}

function inlineNodes(schema: Schema, lines: readonly string[], around: MarksIn): Node[] {
  const hardBreak = schema.nodes['hardBreak'];
  return lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [hardBreak ? hardBreak.create() : schema.text(' ')]),
    ...markedText(schema, line, around),
  ]);
}

/** A line with the marks of its runs, as far as they come back in their order. */
function markedText(schema: Schema, line: string, { common, runs }: MarksIn): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  const add = (end: number, marks: readonly Mark[]) => {
    if (end > at) nodes.push(schema.text(line.slice(at, end), marks));
    at = Math.max(at, end);
  };
  for (const { text, marks } of runs) {
    const words = text.trim();
    const start = words === '' ? -1 : line.indexOf(words, at);
    if (start < 0) continue;
    add(start, common);
    add(start + words.length, marks);
  }
  add(line.length, common);
  return nodes;
}

/** A new text as blocks: headings and paragraphs of an outline, else paragraphs. */
export function blocksOf(schema: Schema, { text, outline }: NewText): Node[] {
  const none: MarksIn = { common: [], runs: [] };
  const paragraph = (lines: readonly string[]) =>
    schema.nodes['paragraph']?.create(null, inlineNodes(schema, lines, none));
  const block = ({ level, text: words }: OutlineBlock) =>
    level > 0 && schema.nodes['heading']
      ? schema.nodes['heading'].create({ level }, schema.text(words))
      : paragraph([words]);
  const made = outline ? outlineBlocks(outline).map(block) : paragraphsOf(text).map(paragraph);
  return made.filter((node) => node !== undefined && node !== null);
}
