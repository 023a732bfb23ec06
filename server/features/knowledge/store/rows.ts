import { cellOf, wordsInCell, type Words } from '../../../kit/explained.ts';
import type { ArticleHead, Term } from '../../../ports/host.ts';
import type { TaskBlock } from '../../../ports/models.ts';
import { pathKeyOf } from './path-key.ts';
import type { ArticleRow, ArticleState, ChunkRow, GenerationRow } from './tables.ts';

/** A generation of the index: the serving one, or the one being built beside it. */
export interface Generation {
  readonly generation: number;
  readonly signature: string;
  readonly chunking: string;
  readonly startedAt: number;
  /** True when it has been up to date with the whole site, now or earlier. */
  readonly isWhole: boolean;
}

/** An article as the index stores it. */
export interface IndexedArticle extends Omit<ArticleHead, 'visibility' | 'excerptIsManual'> {
  readonly seq: number;
  readonly state: ArticleState;
  readonly contentHash: string;
  readonly chunkCount: number;
  readonly keywordChunks: number;
  readonly error: Words;
  /** Time of the write, epoch milliseconds. */
  readonly indexedAt: number;
}

/** An article to write; the store adds the other fields. */
export type ArticleEntry = Omit<IndexedArticle, 'seq' | 'chunkCount' | 'keywordChunks' | 'indexedAt'>;

/** A stored passage. */
export interface StoredChunk {
  readonly identity: string;
  readonly index: number;
  readonly text: string;
  readonly headingPath: readonly string[];
  readonly anchor: string;
  readonly tokens: number;
  readonly keywords: readonly string[];
  /** Key of the vector: a hash of exactly the text that is embedded. */
  readonly vectorKey: string;
}

/** An article to write. Without `chunks` the stored passages stay, without `blocks` the stored blocks. */
export interface ArticleWrite {
  readonly generation: number;
  readonly article: ArticleEntry & { readonly blocks?: readonly TaskBlock[] | undefined };
  readonly chunks?: readonly StoredChunk[] | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

export const toGeneration = (row: GenerationRow): Generation => ({
  generation: row.generation,
  signature: row.signature,
  chunking: row.chunking,
  startedAt: row.started_at,
  isWhole: row.levelled_at > 0,
});

export function fromArticle(
  generation: number,
  article: ArticleEntry,
  seq: number,
  now: number,
): Omit<ArticleRow, 'chunk_count' | 'keyword_chunks'> {
  return {
    generation,
    id: article.id,
    seq,
    state: article.state,
    revision: storable(article.revision),
    content_hash: article.contentHash,
    title: storable(article.title),
    url: storable(article.url),
    tags: JSON.stringify(article.tags),
    categories: JSON.stringify(article.categories),
    published_at: storable(article.publishedAt),
    created_at: storable(article.createdAt),
    modified_at: storable(article.modifiedAt),
    visits: article.visits,
    excerpt: storable(article.excerpt),
    error: storable(cellOf(article.error)),
    indexed_at: now,
    path_key: pathKeyOf(article.url),
  };
}

export const toArticle = (row: ArticleRow): IndexedArticle => ({
  id: row.id,
  seq: row.seq,
  state: row.state,
  revision: row.revision,
  contentHash: row.content_hash,
  title: row.title,
  url: row.url,
  tags: JSON.parse(row.tags) as Term[],
  categories: JSON.parse(row.categories) as Term[],
  publishedAt: row.published_at,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  visits: row.visits,
  excerpt: row.excerpt,
  chunkCount: row.chunk_count,
  keywordChunks: row.keyword_chunks,
  error: wordsInCell(row.error),
  indexedAt: row.indexed_at,
});

export const fromChunk = (generation: number, articleId: string, chunk: StoredChunk): ChunkRow => ({
  generation,
  article_id: articleId,
  identity: chunk.identity,
  chunk_index: chunk.index,
  text: storable(chunk.text),
  heading_path: JSON.stringify(chunk.headingPath),
  anchor: storable(chunk.anchor),
  tokens: chunk.tokens,
  keywords: JSON.stringify(chunk.keywords),
  vector_key: chunk.vectorKey,
});

export const toChunk = (row: ChunkRow): StoredChunk => ({
  identity: row.identity,
  index: row.chunk_index,
  text: row.text,
  headingPath: JSON.parse(row.heading_path) as string[],
  anchor: row.anchor,
  tokens: row.tokens,
  keywords: JSON.parse(row.keywords) as string[],
  vectorKey: row.vector_key,
});

export const fromFloats = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** Vectors are stored as little-endian float32; the copy makes the bytes aligned. */
export const toFloats = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

/** PostgreSQL's texts cannot hold NUL. */
const storable = (text: string): string => text.replaceAll('\0', '');
