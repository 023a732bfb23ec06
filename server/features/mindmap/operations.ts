import type { JobScope, MindMapJob } from '../../../contract/mindmap.ts';
import type { generateBatch } from './batch.ts';
import type { GeneratedMap } from './generation.ts';
import type { listMaps, ListQuery } from './list.ts';

/** Mind maps of articles: generated for the administrator, shown to visitors. */
export interface MindMaps {
  /**
   * The stored map of a public article; never generates one. Throws `invalid` without a name, `not-found` for an
   * article that visitors cannot read, `disabled` when the feature is off, `unavailable` without a fresh map.
   */
  read(id: string): Promise<{ readonly markdown: string; readonly cached: boolean }>;
  /** The same map as an SVG image. Throws as `read` does. */
  picture(id: string): Promise<string>;
  /** A page of public articles with their maps, and the running job, so that a reloaded console finds it. */
  list(query: ListQuery): Promise<Awaited<ReturnType<typeof listMaps>> & { readonly jobId?: string }>;
  /** The fresh stored map or a new one (always with `anew`). Throws as `read` does, and the Faults of the model. */
  generate(id: string, how: { readonly anew: boolean }, signal: AbortSignal): Promise<GeneratedMap>;
  generateBatch(ids: readonly string[], signal: AbortSignal): ReturnType<typeof generateBatch>;
  /** False when there was none. */
  clear(id: string): Promise<boolean>;
  /** Starts the job over all articles. Throws `busy` while one is running and `disabled` when the feature is off. */
  start(scope: JobScope): Promise<MindMapJob>;
  /** Throws `not-found`. */
  job(id: string): Promise<MindMapJob>;
  /** Cancels a job after its current article; an ended one does not change (`hasStopped` false). Throws `not-found`. */
  cancel(id: string): Promise<{ readonly job: MindMapJob; readonly hasStopped: boolean }>;
}
