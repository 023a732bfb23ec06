import { sentences } from '../../../../text/sentences.ts';
import { bare } from '../../../../text/text.ts';
import type { TaskBlock, TaskPassage } from '../../../../ports/models.ts';

/** The smallest text that is scored: a sentence, an item of a list, a row of a table, or a block of code. */
export interface Segment {
  readonly kind: 'sentence' | 'item' | 'row' | 'code';
  /** Position of its block in the article; segments of one paragraph, list or table share it. */
  readonly block: number;
  /** Title and headings above it, joined by ` › `. */
  readonly context: string;
  /** The header of its table. */
  readonly columns?: string;
  /** Its text in the block, with list marks and table bars. */
  readonly text: string;
}

/** An article with its blocks, and its retrieved passages, best first. */
export interface Source {
  readonly title: string;
  readonly blocks: readonly TaskBlock[];
  readonly found: readonly Pick<TaskPassage, 'text' | 'signals'>[];
}

/** The first article of some passages: whole where its blocks are known, otherwise each of its passages as one paragraph. */
export function sourceOf(passages: readonly TaskPassage[], blocks?: readonly TaskBlock[]): Source {
  const [first] = passages;
  const found = passages.filter(({ article }) => article === first?.article);
  return { title: first?.title ?? '', blocks: blocks ?? found.map(paragraphOf), found };
}

const paragraphOf = ({ headingPath, anchor = '', text }: TaskPassage): TaskBlock => ({
  kind: 'paragraph',
  markdown: text,
  headingPath,
  anchor,
});

/** Splits an article's blocks into segments in order; of a long article only the blocks around retrieved passages. */
export function segmentsOf({ title, blocks, found }: Source): readonly Segment[] {
  const passages = found.map(({ text }) => bare(text));
  const length = blocks.reduce((sum, { markdown }) => sum + markdown.length, 0);
  const near = length <= SHORT_ARTICLE ? undefined : nearFound(blocks, passages);
  const lead = blocks.findIndex(
    ({ kind, markdown }) => kind === 'paragraph' && SENTENCE.test(markdown) && bare(markdown) !== bare(title),
  );
  return blocks.flatMap((block, position) => {
    if (near && !near.has(position) && position !== lead) return [];
    const context = [title, ...block.headingPath].join(' › ');
    const columns = block.kind === 'table' ? { columns: tableHead(block.markdown) } : {};
    return partsOf(block).map(({ kind, text }) => ({
      ...columns,
      kind,
      text,
      block: position,
      context,
    }));
  });
}

/** A paragraph that is no label, such as "Contents" or the name of a diagram. */
const SENTENCE = /[.!?。！？…]["”'’)）*_]*$/u;

/** Articles up to this many characters are read whole. */
const SHORT_ARTICLE = 1500;

/** True for blocks under the same headings. */
export const isSameSection = (one: TaskBlock | undefined, other: TaskBlock | undefined): boolean =>
  one !== undefined && one.headingPath.join('\n') === other?.headingPath.join('\n');

/** Positions of the blocks that share text with a passage, of their neighbours, and of the beginning of their section. */
function nearFound(blocks: readonly TaskBlock[], passages: readonly string[]): ReadonlySet<number> {
  const near = new Set<number>();
  let sectionStart = 0;
  for (const [position, block] of blocks.entries()) {
    const { markdown, headingPath } = block;
    if (!isSameSection(blocks[position - 1], block)) sectionStart = position;
    const text = bare(markdown);
    const shares = passages.some(
      (passage) => passage.includes(text.slice(0, SAMPLE)) || text.includes(passage.slice(-SAMPLE)),
    );
    if (!shares) continue;
    for (const beside of [position - 1, position, position + 1]) near.add(beside);
    if (headingPath.length > 0) near.add(sectionStart);
  }
  return near;
}

const SAMPLE = 40;

/** The first retrieved passage that a segment stands in; a passage has the cells of a row with the names of their columns. */
export function createPassageFinder({
  found,
}: Source): (segment: Segment) => Source['found'][number] | undefined {
  const passages = found.map((passage) => ({ passage, said: bare(passage.text) }));
  return ({ kind, text }) => {
    const parts = (kind === 'row' ? text.split('|') : [text]).map((part) => bare(part).slice(0, SAMPLE));
    return passages.find(({ said }) => parts.every((part) => said.includes(part)))?.passage;
  };
}

/** A segment's text with its position in the block's Markdown. */
export interface Part extends Pick<Segment, 'kind' | 'text'> {
  readonly start: number;
  readonly end: number;
}

/**
 * Parts of a block that can be quoted by themselves: sentences, items of the outermost level, rows, all of the code.
 */
export function partsOf({ kind, markdown }: TaskBlock): readonly Part[] {
  switch (kind) {
    case 'code':
      return [{ kind: 'code', text: markdown, start: 0, end: markdown.length }];
    case 'list':
      return linesFrom(markdown, 0, (line) => /^(?:[-*+•]|\d{1,9}[.)、])\s/.test(line)).map((part) => ({
        kind: 'item',
        ...part,
      }));
    case 'table':
      return linesFrom(markdown, tableHead(markdown).length, () => true).map((part) => ({
        kind: 'row',
        ...part,
      }));
    default:
      return sentences(markdown).map((part) => ({ kind: 'sentence', ...part }));
  }
}

/** Header and delimiter row of a table, with line breaks. */
export const tableHead = (markdown: string): string => /^(?:.*\n){2}/.exec(markdown)?.[0] ?? '';

/** Lines from an offset on; a line that begins no item belongs to the one before. */
function linesFrom(text: string, from: number, begins: (line: string) => boolean): Omit<Part, 'kind'>[] {
  const parts: Omit<Part, 'kind'>[] = [];
  let start = from;
  for (const line of text.slice(from).split('\n')) {
    const end = start + line.length;
    const last = parts.at(-1);
    if (last && !begins(line))
      parts[parts.length - 1] = { start: last.start, end, text: text.slice(last.start, end) };
    else parts.push({ start, end, text: line });
    start = end + 1;
  }
  return parts;
}
