import type { MindMapJob } from '../../../contract/mindmap.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../../kit/database.ts';
import { notFound } from '../../kit/fault.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Log } from '../../ports/log.ts';
import { generateBatch } from './batch.ts';
import { createGeneration, type GenerationDeps } from './generation.ts';
import { createStaleness } from './staleness.ts';
import { generateAllJobs } from './generate-all.ts';
import { wireJob } from './job-state.ts';
import { listMaps } from './list.ts';
import { mindmapPublicRoutes, mindmapRoutes } from './routes.ts';
import { createMindmapStore } from './store.ts';
import { drawSvg } from './svg/svg.ts';
import { pruneMaps } from './prune.ts';
import type { MindMaps } from './operations.ts';

export type { MindMaps } from './operations.ts';

export interface MindMapDeps extends GenerationDeps {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly jobs: Pick<Jobs, 'kind'>;
  readonly log: Log;
}

export function createMindMaps(deps: MindMapDeps) {
  const { config, log } = deps;
  const store = createMindmapStore(deps.db);
  const staleness = createStaleness({ store, host: deps.host });
  const generation = createGeneration({ ...deps, store });
  const jobs = generateAllJobs(deps.jobs, { ...deps, store, staleness, generation });
  const known = (job: Awaited<ReturnType<typeof jobs.read>>): MindMapJob => {
    if (!job) throw notFound('Job');
    return wireJob(job);
  };

  const maps: MindMaps = {
    read: async (id) => ({ markdown: (await generation.read(id)).markdown, cached: true }),
    async picture(id) {
      const { markdown, title } = await generation.read(id);
      const { themeColor, theme } = await config.read('mindmap');
      const { widgetThemeColor } = await config.read('chat');
      return drawSvg(markdown, { title, color: themeColor || widgetThemeColor, theme });
    },
    list: async (query) => {
      const { settingsHash } = await generation.today();
      const page = await listMaps({ ...deps, store, staleness, settingsHash }, query);
      const [atWork] = await jobs.running();
      return { ...page, ...(atWork && { jobId: atWork.id }) };
    },
    generate: generation.generate,
    generateBatch: (ids, signal) => generateBatch({ generation, log }, ids, signal),
    clear: store.clear,
    async start(scope) {
      await generation.switchedOn();
      return wireJob(await jobs.submit({ scope, askedAt: deps.clock.now() }));
    },
    job: async (id) => known(await jobs.read(id)),
    async cancel(id) {
      const before = await jobs.read(id);
      return { job: known(await jobs.cancel(id)), hasStopped: before?.status === 'running' };
    },
  };

  return {
    maps,
    routes: [mindmapPublicRoutes(maps), mindmapRoutes(maps)],
    /** Deletes the maps of missing articles; resolves with their number. */
    everyDay: () => pruneMaps({ ...deps, store }),
  };
}
