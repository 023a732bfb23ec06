import type { WritingEdit } from '../../contract/writing/patch.ts';
import type { Block, Registry, RichText, Wp } from './wp.ts';

/** One text of a block: its paragraph, heading or the caption of its picture. */
export interface Part {
  readonly clientId: string;
  readonly blockName: string;
  readonly attribute: string;
  readonly value: RichText;
  /** Its offset in the text sent to the service. */
  readonly start: number;
  readonly end: number;
}

export const separator = '\n\n';

/** Blocks whose text is no prose. */
const untouched = /^core\/(?:code|preformatted|html|verse|shortcode|table|freeform|button)$/;

/** The texts of the selected blocks, or of all blocks when none is selected. */
export const readParts = (wp: Wp, registry: Registry): Part[] => partsOf(wp, workedOn(registry));

/** The texts of blocks. */
export function partsOf(wp: Wp, blocks: readonly Block[]): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const block of blocks.flatMap(withInner)) {
    if (untouched.test(block.name)) continue;
    for (const attribute of textAttributes(wp, block.name)) {
      const value = textOf(wp, block, attribute);
      if (value.text.trim() === '') continue;
      const end = start + value.text.length;
      parts.push({ clientId: block.clientId, blockName: block.name, attribute, value, start, end });
      start = end + separator.length;
    }
  }
  return parts;
}

export const textOf = (wp: Wp, block: Block, attribute: string): RichText =>
  wp.richText.create({ html: htmlIn(block.attributes[attribute]) });

/** Newer editors store an object with its HTML, older ones the HTML itself. */
function htmlIn(kept: unknown): string {
  if (typeof kept === 'string') return kept;
  const knows = typeof kept === 'object' && kept !== null && 'toHTMLString' in kept;
  return knows && typeof kept.toHTMLString === 'function' ? String(kept.toHTMLString()) : '';
}

/** The selected blocks, or all when none is selected. */
export function workedOn(registry: Registry): readonly Block[] {
  const { getBlock, getBlocks, getMultiSelectedBlockClientIds, getSelectedBlockClientId } =
    registry.select('core/block-editor');
  const several = getMultiSelectedBlockClientIds();
  const one = getSelectedBlockClientId();
  const selected = several.length > 0 ? several : one === null ? [] : [one];
  const blocks = selected.map(getBlock).filter((block) => block !== null);
  return blocks.length > 0 ? blocks : getBlocks();
}

export const withInner = (block: Block): Block[] => [block, ...block.innerBlocks.flatMap(withInner)];

const textAttributes = (wp: Wp, name: string): string[] =>
  Object.entries(wp.blocks.getBlockType(name)?.attributes ?? {})
    .filter(([, { source, multiline }]) => (source === 'html' || source === 'rich-text') && !multiline)
    .map(([attribute]) => attribute);

/** The effect of an edit on the parts: changes the text of one, or removes whole ones. */
export type PartEdit =
  | {
      readonly kind: 'text';
      readonly part: Part;
      readonly start: number;
      readonly end: number;
      readonly replacement: string;
    }
  | { readonly kind: 'removal'; readonly parts: readonly Part[] };

/** Finds the part that an edit belongs to; `undefined` when it would join blocks. */
export function partEditOf(
  parts: readonly Part[],
  edit: Pick<WritingEdit, 'start' | 'end' | 'replacement'>,
): PartEdit | undefined {
  const { start, end, replacement } = behindBlock(parts, edit);
  const part = parts.find((one) => start >= one.start && end <= one.end);
  if (part) return { kind: 'text', part, start: start - part.start, end: end - part.start, replacement };
  if (replacement !== '') return undefined;
  const covered = parts.filter((one) => one.start >= start && one.end <= end);
  const [first, last] = [covered[0], covered.at(-1)];
  if (!first || !last || covered.length === parts.length) return undefined;
  const goesToNext = start === first.start && end === last.end + separator.length;
  const comesFromLast = start === first.start - separator.length && end === last.end;
  return goesToNext || comesFromLast ? { kind: 'removal', parts: covered } : undefined;
}

/** Paragraphs inserted before a block, or between two, are added after the previous one. */
function behindBlock(parts: readonly Part[], edit: Pick<WritingEdit, 'start' | 'end' | 'replacement'>) {
  const { start, end, replacement } = edit;
  const next = parts.findIndex((part) => start > part.start - separator.length && start <= part.start);
  const before = parts[next - 1];
  if (start !== end || !before) return edit;
  const whole = separator.slice(0, start - before.end) + replacement + separator.slice(start - before.end);
  const isParagraphs = whole.startsWith(separator) && whole.endsWith(separator) && whole.trim() !== '';
  if (!isParagraphs) return edit;
  return { start: before.end, end: before.end, replacement: whole.slice(0, -separator.length) };
}
