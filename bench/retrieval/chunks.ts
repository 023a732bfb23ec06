import type { IndexChunk } from '../../server/ports/search-index.ts';
import { readFileSync } from 'node:fs';
import type { TaskPassage } from '../../server/ports/models.ts';
import { chunksOf, corpusOf } from './sets.ts';

/** The chunks of a set's articles by id, as the engine of the set names them. */
export function chunksById(name: string): ReadonlyMap<string, IndexChunk> {
  const chunks = readFileSync(corpusOf(name), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => chunksOf(JSON.parse(line)));
  return new Map(chunks.map((chunk) => [chunk.id, chunk]));
}

export const passageOf = ({ title, headingPath, text }: IndexChunk, article: number): TaskPassage => ({
  article,
  title,
  headingPath,
  text,
});
