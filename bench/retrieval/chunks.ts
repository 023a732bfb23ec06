import type { IndexChunk } from '../../server/ports/search-index.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TaskPassage } from '../../server/ports/models.ts';
import { chunksOf, folder } from './sets.ts';

/** The chunks of a set's articles by id, as the engine of the set names them. */
export function chunksById(name: string): ReadonlyMap<string, IndexChunk> {
  const reference = join(folder, name, 'corpus.ref');
  const corpus = existsSync(reference) ? readFileSync(reference, 'utf8').trim() : 'corpus.jsonl';
  const chunks = readFileSync(join(folder, name, corpus), 'utf8')
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
