import { boldLevel, type Block } from '../extraction/blocks.ts';
import type { ChunkOptions } from '../indexing/chunk-options.ts';

/** Blocks that stay together if they fit. A section without blocks is a heading without content. */
export interface PassageSection {
  readonly headingPath: readonly string[];
  readonly anchor: string;
  readonly blocks: readonly Block[];
  /** The blocks carry their headings as text. */
  readonly isTitled: boolean;
}

type Rules = Pick<ChunkOptions, 'chunkMode' | 'chunkSeparator' | 'markdownHeadingAware'>;

/**
 * The sections of an article: the content under each heading (auto mode), the parts between separators of its plain
 * text (custom mode), or everything (auto mode that ignores headings).
 */
export const sectionsOf = (blocks: readonly Block[], rules: Rules): PassageSection[] => {
  if (rules.chunkMode === 'custom') return separated(blocks, unescaped(rules.chunkSeparator));
  if (rules.markdownHeadingAware) return byHeading(blocks);
  const titled = blocks.filter((block) => block.kind !== 'rule').map(withMark);
  return titled.length === 0 ? [] : [{ headingPath: [], anchor: '', blocks: titled, isTitled: true }];
};

const byHeading = (blocks: readonly Block[]): PassageSection[] => {
  const sections: (PassageSection & { blocks: Block[] })[] = [];
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'rule' || opensSubsection(block, blocks[index + 1])) continue;
    if (
      block.kind === 'heading' ||
      sections.length === 0 ||
      sections.at(-1)?.headingPath !== block.headingPath
    )
      sections.push({ headingPath: block.headingPath, anchor: block.anchor, blocks: [], isTitled: false });
    if (block.kind !== 'heading') sections.at(-1)?.blocks.push(block);
  }
  return sections;
};

/** A heading directly above a deeper one is part of the path of what follows. */
const opensSubsection = (block: Block, next: Block | undefined): boolean =>
  block.kind === 'heading' &&
  next?.kind === 'heading' &&
  next.headingPath.at(-2) === block.text &&
  next.level > block.level;

/** Cuts the plain text: blocks divided by an empty line, headings with their `#`, rules as `---`. */
const separated = (blocks: readonly Block[], separator: string): PassageSection[] => {
  const texts = blocks.map((block) => withMark(block).text);
  const text = texts.join('\n\n');
  const parts = separator === '' ? [text] : text.split(separator);
  const sections: PassageSection[] = [];
  let start = 0;
  let index = 0;
  let blockEnd = texts[0]?.length ?? 0;
  for (const part of parts) {
    const first = start + part.length - part.trimStart().length;
    while (blockEnd <= first && index < blocks.length - 1) blockEnd += 2 + (texts[++index]?.length ?? 0);
    const block = blocks[index];
    if (block && part.trim() !== '' && part.trim() !== '---') {
      const { headingPath, anchor } = block;
      const inside: Block = { kind: 'paragraph', text: part.trim(), headingPath, anchor, level: 0 };
      sections.push({ headingPath, anchor, blocks: [inside], isTitled: true });
    }
    start += part.length + separator.length;
  }
  return sections;
};

const withMark = (block: Block): Block =>
  block.kind === 'heading' && block.level < boldLevel
    ? { ...block, text: `${'#'.repeat(block.level)} ${block.text}` }
    : block;

/** Administrators type `\\n` and `\\t` into a one-line field. */
const unescaped = (separator: string): string => separator.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
