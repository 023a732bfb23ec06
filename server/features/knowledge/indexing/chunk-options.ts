import type { ConfigGroups } from '../../../../contract/config/groups.ts';

/** The settings of the `chunking` group that determine where an article is cut. Sizes are in characters. */
export type ChunkOptions = Pick<
  ConfigGroups['chunking'],
  | 'chunkMode'
  | 'chunkSize'
  | 'chunkOverlap'
  | 'chunkSeparator'
  | 'minChunkSize'
  | 'markdownHeadingAware'
  | 'sentenceAware'
  | 'cleanWhitespace'
>;
