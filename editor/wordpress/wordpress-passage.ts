import { outlineBlocks, paragraphsOf } from '../new-text.ts';
import type { Change, NewText, Passage } from '../passage.ts';
import { returningRuns, type Run } from '../returning-runs.ts';
import { partEditOf, readParts, separator, textOf, type Part, type PartEdit } from './parts.ts';
import type { WritingAction } from '../../contract/writing/actions.ts';
import { describe, readPictures } from './pictures.ts';
import type { Block, Format, Registry, RichText, Wp } from './wp.ts';

/** Placeholder for a picture within a text. */
const objectSign = '\uFFFC';

/** The blocks of an article. The selection is read when a request starts. */
export function wordpressPassage(wp: Wp, registry: Registry): Passage {
  let parts: readonly Part[] = [];
  return {
    get text() {
      parts = readParts(wp, registry);
      return parts.map(({ value }) => value.text).join(separator);
    },
    // An article that was never saved has none.
    url: () => registry.select('core/editor').getPermalink?.() ?? '',
    pictures: () => readPictures(wp, registry),
    get without(): readonly WritingAction[] {
      return readPictures(wp, registry).length > 0 ? [] : ['alt-text'];
    },
    showsChanges: false,
    fits: (change) => fits(parts, change),
    show: () => undefined,
    apply: (changes) =>
      changes.some(({ picture }) => picture)
        ? describe(registry, changes)
        : apply({ wp, registry, parts }, changes),
    insert: (text, place) => insert({ wp, registry, parts }, text, place),
    release: () => undefined,
  };
}

interface Work {
  readonly wp: Wp;
  readonly registry: Registry;
  readonly parts: readonly Part[];
}

/** Blocks that consist of their text only. */
const isProse = /^core\/(?:paragraph|heading|list-item)$/;

function fits(parts: readonly Part[], change: Change): boolean {
  if ((change.before + change.replacement).includes(objectSign)) return false;
  const edit = partEditOf(parts, change);
  if (edit?.kind !== 'text') return edit?.parts.every(({ blockName }) => isProse.test(blockName)) ?? false;
  const { part, start, end } = edit;
  if (change.href === undefined)
    return part.blockName === 'core/paragraph' || !change.replacement.includes(separator);
  const isLinked = part.value.formats
    .slice(start, end)
    .some((formats) => formats?.some(({ type }) => type === 'core/link'));
  return part.blockName !== 'core/heading' && !isLinked;
}

/** Applies all changes as one change, so that the editor's history has one step. */
function apply({ wp, registry, parts }: Work, changes: readonly Change[]): number {
  const { getBlock } = registry.select('core/block-editor');
  const isUntouched = (part: Part): boolean => {
    const block = getBlock(part.clientId);
    return block !== null && textOf(wp, block, part.attribute).text === part.value.text;
  };
  const edits = changes.flatMap((change) => {
    const edit = partEditOf(parts, change);
    const touched = edit?.kind === 'text' ? [edit.part] : (edit?.parts ?? []);
    return edit && touched.every(isUntouched) ? [{ edit, change }] : [];
  });
  const texts = parts.flatMap((part) => {
    const own = edits.filter(({ edit }) => edit.kind === 'text' && edit.part === part);
    const value = own.reduceRight(
      (done, { edit, change }) => changed({ wp, value: done }, edit, change),
      part.value,
    );
    return own.length > 0 ? [{ part, pieces: wp.richText.split(value, separator) }] : [];
  });
  const removed = edits.flatMap(({ edit }) => (edit.kind === 'removal' ? edit.parts : []));
  registry.batch(() => commit({ wp, registry, parts }, texts, removed));
  return edits.length;
}

interface ChangedText {
  readonly part: Part;
  /** The text of the block, and of paragraphs inserted after it. */
  readonly pieces: readonly RichText[];
}

function commit({ wp, registry }: Work, texts: readonly ChangedText[], removed: readonly Part[]): void {
  const { updateBlockAttributes, insertBlocks, removeBlocks } = registry.dispatch('core/block-editor');
  const html = (value: RichText | undefined) => (value ? wp.richText.toHTMLString({ value }) : '');
  const attributes: Record<string, Record<string, string>> = {};
  for (const { part, pieces } of texts)
    attributes[part.clientId] = { ...attributes[part.clientId], [part.attribute]: html(pieces[0]) };
  if (texts.length > 0) updateBlockAttributes(Object.keys(attributes), attributes, true);
  for (const { part, pieces } of texts) {
    const more = pieces
      .slice(1)
      .map((value) => wp.blocks.createBlock('core/paragraph', { content: html(value) }));
    const { getBlockIndex, getBlockRootClientId } = registry.select('core/block-editor');
    if (more.length > 0)
      insertBlocks(more, getBlockIndex(part.clientId) + 1, getBlockRootClientId(part.clientId) ?? '', false);
  }
  if (removed.length > 0)
    removeBlocks(
      removed.map(({ clientId }) => clientId),
      false,
    );
}

function changed({ wp, value }: { wp: Wp; value: RichText }, edit: PartEdit, change: Change): RichText {
  if (edit.kind !== 'text') return value;
  const { start, end, replacement } = edit;
  if (change.href !== undefined)
    return wp.richText.applyFormat(
      value,
      { type: 'core/link', attributes: { url: change.href } },
      start,
      end,
    );
  return wp.richText.insert(value, formatted({ wp, value }, replacement, [start, end]), start, end);
}

/** A new text with the formats of the replaced one, where its words recur. */
function formatted(
  { wp, value }: { wp: Wp; value: RichText },
  text: string,
  [start, end]: [number, number],
): RichText {
  const plain = wp.richText.create({ text });
  const runs = runsOf(value, start, end);
  const around =
    start === end ? (value.formats[start - 1] ?? []).filter(({ type }) => type !== 'core/link') : [];
  const common = runs[0]?.value.filter((format) => runs.every((run) => run.value.includes(format))) ?? around;
  const marked = runs.filter((run) => run.value.length > common.length);
  const formats = returningRuns(text, marked, common).flatMap((piece) =>
    Array.from({ length: piece.text.length }, () => (piece.value.length > 0 ? piece.value : undefined)),
  );
  return { ...plain, formats };
}

/** Ranges of a text with the same formats. */
function runsOf(value: RichText, start: number, end: number): Run<readonly Format[]>[] {
  const runs: { text: string; value: readonly Format[] }[] = [];
  for (let unit = start; unit < end; unit++) {
    const formats = value.formats[unit] ?? [];
    const last = runs.at(-1);
    const isSame =
      last && last.value.length === formats.length && formats.every((format) => last.value.includes(format));
    if (last && isSame) last.text += value.text[unit] ?? '';
    else runs.push({ text: value.text[unit] ?? '', value: formats });
  }
  return runs;
}

function insert({ wp, registry, parts }: Work, text: NewText, place: 'instead' | 'below'): boolean {
  const blocks = blocksOf(wp, text);
  const { getBlock, getBlockIndex, getBlockRootClientId } = registry.select('core/block-editor');
  const ids = [...new Set(parts.map(({ clientId }) => clientId))].filter((id) => getBlock(id) !== null);
  const last = ids.at(-1);
  if (last === undefined || blocks.length === 0) return false;
  const { insertBlocks, replaceBlocks } = registry.dispatch('core/block-editor');
  if (place === 'instead') replaceBlocks(ids, blocks);
  else insertBlocks(blocks, getBlockIndex(last) + 1, getBlockRootClientId(last) ?? '', false);
  return true;
}

function blocksOf(wp: Wp, { text, outline }: NewText): Block[] {
  const html = (words: string) => wp.richText.toHTMLString({ value: wp.richText.create({ text: words }) });
  const paragraph = (words: string) => wp.blocks.createBlock('core/paragraph', { content: html(words) });
  if (!outline) return paragraphsOf(text).map((lines) => paragraph(lines.join('\n')));
  return outlineBlocks(outline).map(({ level, text: words }) =>
    level > 0 ? wp.blocks.createBlock('core/heading', { level, content: html(words) }) : paragraph(words),
  );
}
