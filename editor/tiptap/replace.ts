import { Fragment, Slice, type Mark, type Node, type Schema } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { outlineBlocks, paragraphsOf, type OutlineBlock } from '../new-text.ts';
import type { NewText } from '../passage.ts';
import { returningRuns, type Run } from '../returning-runs.ts';
import type { TextRange } from './flat-text.ts';

/** Replaces a range by a new text; formatted words keep their formatting where they recur. */
export function replaceRange(transaction: Transaction, { from, to, replacement }: TextRange): void {
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

/** The marks of a range: those of all its text, and runs that have further ones. */
interface MarksIn {
  readonly common: readonly Mark[];
  readonly runs: readonly Run<readonly Mark[]>[];
}

function marksIn(doc: Node, from: number, to: number): MarksIn {
  const runs: Run<readonly Mark[]>[] = [];
  doc.nodesBetween(from, to, (node, position) => {
    if (!node.isText || !node.text) return;
    const text = node.text.slice(Math.max(0, from - position), to - position);
    if (text !== '') runs.push({ text, value: node.marks });
  });
  const [first] = runs;
  if (!first) return { common: doc.resolve(from).marks(), runs };
  const common = first.value.filter((mark) => runs.every(({ value }) => mark.isInSet(value)));
  return { common, runs: runs.filter(({ value }) => value.length > common.length) };
}

function inlineNodes(schema: Schema, lines: readonly string[], around: MarksIn): Node[] {
  const hardBreak = schema.nodes['hardBreak'];
  return lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [hardBreak ? hardBreak.create() : schema.text(' ')]),
    ...returningRuns(line, around.runs, around.common).map(({ text, value }) => schema.text(text, value)),
  ]);
}

/** A new text as blocks: headings and paragraphs of an outline, otherwise paragraphs. */
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
