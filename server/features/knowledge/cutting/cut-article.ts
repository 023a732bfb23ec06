import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import { sha256 } from '../../../kit/ids.ts';
import { withoutEmbeddedData } from '../../../markup/embedded-data.ts';
import type { Article } from '../../../ports/host.ts';
import type { TaskBlock } from '../../../ports/models.ts';
import type { Block } from '../extraction/blocks.ts';
import { chunkArticle } from '../indexing/chunk.ts';
import { extractBlocks, quotable } from '../indexing/extract.ts';
import type { StoredChunk } from '../store/rows.ts';

/** Longest text of an article that is indexed, in UTF-16 units; pages that people read are shorter. */
const maxTextLength = 2_000_000;

/** Everything that the passages of an article depend on. */
export interface CutInput extends Pick<Article, 'title' | 'body'> {
  readonly options: ConfigGroups['chunking'];
}

export interface CutArticle {
  /** Passages in reading order, without keywords. */
  readonly chunks: readonly StoredChunk[];
  /** Blocks that answers may quote. */
  readonly blocks: readonly TaskBlock[];
}

/** Extracts an article's text and cuts it into passages. A pure function. */
export function cutArticle({ title, body, options }: CutInput): CutArticle {
  const blocks = blocksOf({ body });
  const chunks = chunkArticle(blocks, options).map((piece) => ({
    ...piece,
    keywords: [],
    vectorKey: sha256(embeddedText(title, piece.headingPath, piece.text)),
  }));
  return { chunks, blocks: quotable(blocks) };
}

/** Extracted form of an article's text. */
export const blocksOf = ({ body }: Pick<Article, 'body'>): readonly Block[] =>
  extractBlocks({ ...body, text: withoutEmbeddedData(body.text).slice(0, maxTextLength) });

/** The text that is embedded for a passage: its headings, then its content. */
export const embeddedText = (title: string, headingPath: readonly string[], text: string): string =>
  `${[title, ...headingPath].join(' > ')}\n${text}`;
