import type { MindMapJob } from '../../../contract/mindmap.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../../kit/database.ts';
import { notFound } from '../../kit/fault.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Log } from '../../ports/log.ts';
import { generateBatch } from './batch.ts';
import { createDrawings, type DrawingDeps } from './drawings.ts';
import { createFreshness } from './staleness.ts';
import { generateAllJobs } from './generate-all.ts';
import { wireJob } from './job-state.ts';
import { listMaps } from './list.ts';
import { mindmapPublicRoutes, mindmapRoutes } from './routes.ts';
import { createMindmapStore } from './store.ts';
import { drawSvg } from './svg/svg.ts';
import { tidy } from './tidy.ts';
import type { MindMaps } from './operations.ts';

export type { MindMaps } from './operations.ts';

export interface MindMapDeps extends DrawingDeps {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly jobs: Pick<Jobs, 'kind'>;
  readonly log: Log;
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
