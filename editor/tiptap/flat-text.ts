import type { Node } from '@tiptap/pm/model';

/** Placeholder for content other than text: an image, a code block, a mention. */
export const objectSign = '\uFFFC';
const separator = '\n\n';

/** A range of a document as plain text, with the position of each unit. */
export interface FlatText {
  readonly text: string;
  /** Position before each unit, followed by the position after the last one. */
  readonly before: readonly number[];
  /** Position behind each unit. */
  readonly behind: readonly number[];
}

/** The text between two positions: an empty line separates blocks, a hard break is a line break. */
export function flatText(doc: Node, from: number, to: number): FlatText {
  let text = '';
  const [before, behind]: [number[], number[]] = [[], []];
  const add = (units: string, start: number, end: (unit: number) => number): void => {
    for (let unit = 0; unit < units.length; unit++) {
      before.push(unit === 0 ? start : end(unit - 1));
      behind.push(end(unit));
    }
    text += units;
  };
  let lastEnd = -1;
  const enterBlock = (start: number): void => {
    // Every unit of a separator between two blocks spans from the end of one to the start of the other.
    if (lastEnd >= 0) add(separator, lastEnd, (unit) => (unit === separator.length - 1 ? start : lastEnd));
    lastEnd = start;
  };
  doc.nodesBetween(from, to, (node, position) => {
    const inside = position + 1;
    if (node.isTextblock && !node.type.spec.code) {
      enterBlock(Math.max(from, inside));
      return true;
    }
    if (node.isText) {
      const [start, end] = [Math.max(from, position), Math.min(to, position + node.nodeSize)];
      add((node.text ?? '').slice(start - position, end - position), start, (unit) => start + unit + 1);
      lastEnd = end;
      return false;
    }
    const isObject = node.isTextblock || node.isAtom;
    if (!isObject) return true;
    if (!node.isInline) enterBlock(position);
    const sign = node.type.name === 'hardBreak' ? '\n' : objectSign;
    add(sign, position, () => position + node.nodeSize);
    lastEnd = position + node.nodeSize;
    return false;
  });
  before.push(lastEnd < 0 ? from : lastEnd);
  return { text, before, behind };
}

/** A range of the text in the document. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
  readonly replacement: string;
}

/**
 * Finds the blocks that an edit of the text belongs to. An edit that begins or ends within an empty line between
 * blocks includes the rest of that line, since the document has nothing in between.
 */
export function rangeOf(
  flat: FlatText,
  edit: { start: number; end: number; replacement: string },
): TextRange {
  const { before, behind } = flat;
  // The first unit of such a line has no width; the second one belongs to the next block.
  const isHalf = (unit: number) => unit >= 0 && behind[unit] === before[unit];
  let { start, end, replacement } = edit;
  if (isHalf(start - 1)) {
    start--;
    replacement = `\n${replacement}`;
  }
  if (end > start && isHalf(end - 1)) {
    end++;
    replacement = `${replacement}\n`;
  }
  const from = before[start] ?? 0;
  return { from, to: end > start ? (behind[end - 1] ?? from) : from, replacement };
}
