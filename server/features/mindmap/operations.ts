import type { JobScope, MindMapJob } from '../../../contract/mindmap.ts';
import type { generateBatch } from './batch.ts';
import type { GeneratedMap } from './generation.ts';
import type { listMaps, ListQuery } from './list.ts';

/** Maps of articles: drawn for the administrator, shown to visitors. */
export interface MindMaps {
  /**
   * The cached map of a public article; never draws one. Throws `invalid` without a name, `not-found` for an article
   * that visitors cannot read, `disabled` when the feature is off, `unavailable` when there is no fresh map.
   */
  read(id: string): Promise<{ readonly markdown: string; readonly cached: boolean }>;
  /** The same map as an SVG picture. Throws as `read` does. */
  picture(id: string): Promise<string>;
  /** A page of the public articles with their maps, and the job at work, so that a console that begins anew finds it. */
  list(query: ListQuery): Promise<Awaited<ReturnType<typeof listMaps>> & { readonly jobId?: string }>;
  /** The fresh stored map or, with `anew` in any case, a new one. Throws as `read` does, and the Faults of the model. */
  generate(id: string, how: { readonly anew: boolean }, signal: AbortSignal): Promise<GeneratedMap>;
  generateBatch(ids: readonly string[], signal: AbortSignal): ReturnType<typeof generateBatch>;
  clear(id: string): Promise<void>;
  /** Begins the job over all articles. Throws `busy` while one is at work and `disabled` when the feature is off. */
  start(scope: JobScope): Promise<MindMapJob>;
  /** Throws `not-found`. */
  job(id: string): Promise<MindMapJob>;
  /** Lets a job end behind the article in work; one that has ended stays as it is. Throws `not-found`. */
  cancel(id: string): Promise<MindMapJob>;
}
