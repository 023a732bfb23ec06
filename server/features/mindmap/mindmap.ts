import type { JobScope, MindMapJob } from '../../../contract/mindmap.ts';
import type { Catalogue } from '../../kit/catalogue.ts';
import type { Database } from '../../kit/database.ts';
import { notFound } from '../../kit/fault.ts';
import type { Jobs } from '../../kit/jobs.ts';
import type { Log } from '../../ports/log.ts';
import { generateBatch } from './batch.ts';
import { createDrawings, type Drawn, type DrawingDeps } from './drawings.ts';
import { createFreshness } from './freshness.ts';
import { generateAllJobs } from './generate-all.ts';
import { wireJob } from './job-state.ts';
import { listMaps, type ListQuery } from './list.ts';
import { mindmapPublicRoutes, mindmapRoutes } from './routes.ts';
import { createMindmapStore } from './store.ts';
import { drawSvg } from './svg/svg.ts';
import { tidy } from './tidy.ts';

export interface MindMapDeps extends DrawingDeps {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly jobs: Pick<Jobs, 'kind'>;
  readonly log: Log;
}

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
  generate(id: string, how: { readonly anew: boolean }, signal: AbortSignal): Promise<Drawn>;
  generateBatch(ids: readonly string[], signal: AbortSignal): ReturnType<typeof generateBatch>;
  clear(id: string): Promise<void>;
  /** Begins the job over all articles. Throws `busy` while one is at work and `disabled` when the feature is off. */
  start(scope: JobScope): Promise<MindMapJob>;
  /** Throws `not-found`. */
  job(id: string): Promise<MindMapJob>;
  /** Lets a job end behind the article in work; one that has ended stays as it is. Throws `not-found`. */
  cancel(id: string): Promise<MindMapJob>;
}

export function createMindMaps(deps: MindMapDeps) {
  const { config, log } = deps;
  const store = createMindmapStore(deps.db);
  const freshness = createFreshness({ store, host: deps.host });
  const drawings = createDrawings({ ...deps, store });
  const jobs = generateAllJobs(deps.jobs, { ...deps, store, freshness, drawings });
  const known = (job: Awaited<ReturnType<typeof jobs.read>>): MindMapJob => {
    if (!job) throw notFound('Job');
    return wireJob(job);
  };

  const maps: MindMaps = {
    read: async (id) => ({ markdown: (await drawings.read(id)).markdown, cached: true }),
    async picture(id) {
      const { markdown, title } = await drawings.read(id);
      const { themeColor, theme } = await config.read('mindmap');
      const { widgetThemeColor } = await config.read('chat');
      return drawSvg(markdown, { title, color: themeColor || widgetThemeColor, theme });
    },
    list: async (query) => {
      const { settingsHash } = await drawings.today();
      const page = await listMaps({ ...deps, store, freshness, settingsHash }, query);
      const [atWork] = await jobs.running();
      return { ...page, ...(atWork && { jobId: atWork.id }) };
    },
    generate: drawings.generate,
    generateBatch: (ids, signal) => generateBatch({ drawings, log }, ids, signal),
    clear: store.clear,
    async start(scope) {
      await drawings.switchedOn();
      return wireJob(await jobs.submit({ scope, askedAt: deps.clock.now() }));
    },
    job: async (id) => known(await jobs.read(id)),
    cancel: async (id) => known(await jobs.cancel(id)),
  };

  return {
    maps,
    routes: [mindmapPublicRoutes(maps), mindmapRoutes(maps)],
    /** Forgets the maps of articles that are gone; resolves with their number. */
    everyDay: () => tidy({ ...deps, store }),
  };
}
