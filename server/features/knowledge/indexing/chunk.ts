import { estimateTokenCount } from 'tokenx';
import { configGroups } from '../../../../contract/config/groups.ts';
import { sha256 } from '../../../kit/ids.ts';
import type { Block } from '../extraction/blocks.ts';
import { cleanBlocks } from '../passages/clean.ts';
import { mergeShort, type Passage, type SectionWindow } from '../passages/merge-short.ts';
import { sectionsOf, type PassageSection } from '../passages/sections.ts';
import { slidingWindows, type SlidingWindowRules } from '../passages/sliding-window.ts';
import type { ChunkOptions } from './chunk-options.ts';

/** A passage of an article: the unit that is found, cited and embedded. */
export interface Chunk {
  /** Unchanged as long as the text of the passage and its headings is, wherever it is in the article. */
  readonly identity: string;
  /** Position in the article, from 0 without gaps. */
  readonly index: number;
  readonly text: string;
  /** Texts of the headings above, outermost first. */
  readonly headingPath: readonly string[];
  /** Fragment of the nearest heading, without `#`; `''` when there is none. */
  readonly anchor: string;
  /** Estimated tokens of the text. */
  readonly tokens: number;
}

/**
 * Cuts the blocks of an article into passages: one per section, long sections at paragraphs, then sentences, then
 * words, with an overlap; what is shorter than `minChunkSize` joins a neighbour. A passage has at most
 * `chunkSize + minChunkSize` UTF-16 units and never tears a character. Every word of the article is in some
 * passage's text or heading path. Deterministic; linear in the length of the article.
 */
export const chunkArticle = (blocks: readonly Block[], options: Partial<ChunkOptions> = {}): Chunk[] => {
  const rules = { ...configGroups.chunking.parse({}), ...options };
  const size = Math.max(1, rules.chunkSize);
  const least = Math.max(0, rules.minChunkSize);
  const overlap = Math.max(0, Math.min(rules.chunkOverlap, Math.floor(size / 2)));
  const sections = sectionsOf(rules.cleanWhitespace ? cleanBlocks(blocks) : blocks, rules);
  const pieces = sections.flatMap((section) =>
    piecesOf(section, { size, overlap, least, sentenceAware: rules.sentenceAware }),
  );
  return identified(mergeShort(pieces, { size, least }).filter((passage) => passage.text !== ''));
};

const piecesOf = (
  { headingPath, anchor, isTitled, blocks }: PassageSection,
  rules: SlidingWindowRules,
): SectionWindow[] => {
  if (blocks.length === 0) return [{ headingPath, anchor, isTitled, repeated: '', fresh: '' }];
  return slidingWindows(blocks, rules).map(({ repeated, fresh, block }) => ({
    headingPath: blocks[block]?.headingPath ?? headingPath,
    anchor: blocks[block]?.anchor ?? anchor,
    isTitled,
    repeated,
    fresh,
  }));
};

/** Identical passages of one article are distinguished by their order. */
const identified = (passages: readonly Passage[]): Chunk[] => {
  const seen = new Map<string, number>();
  return passages.map((passage, index) => {
    const hash = sha256([...passage.headingPath, passage.text].map(normal).join('\n')).slice(0, 32);
    const ordinal = seen.get(hash) ?? 0;
    seen.set(hash, ordinal + 1);
    return { ...passage, index, identity: `${hash}-${ordinal}`, tokens: estimateTokenCount(passage.text) };
  });
};

const normal = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
