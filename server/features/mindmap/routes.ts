import { mindmap, mindmapPublic } from '../../../contract/mindmap.ts';
import { implement } from '../../http/implement.ts';
import type { MindMaps } from './operations.ts';
import { svgDocument } from './svg/svg.ts';

export const mindmapPublicRoutes = (maps: Pick<MindMaps, 'read' | 'picture'>) =>
  implement(mindmapPublic, {
    read: async ({ query: { postName, format } }) =>
      format === 'svg' ? svgDocument(await maps.picture(postName)) : maps.read(postName),
  });

export const mindmapRoutes = (maps: MindMaps) =>
  implement(mindmap, {
    articles: ({ query }) => maps.list(query),
    generate: async ({ body }, { signal }) => ({
      success: true,
      ...(await maps.generate(body.postName, { anew: false }, signal)),
    }),
    regenerate: async ({ body }, { signal }) => ({
      success: true,
      ...(await maps.generate(body.postName, { anew: true }, signal)),
    }),
    clear: async ({ body: { postName } }, { nothingChanged }) => {
      if (!(await maps.clear(postName))) nothingChanged();
      return { success: true, postName };
    },
    batchGenerate: ({ body }, { signal }) => maps.generateBatch(body.postNames, signal),
    batchClear: async ({ body: { postNames } }) => {
      for (const postName of postNames) await maps.clear(postName);
      const results = postNames.map((postName) => ({ postName, success: true as const }));
      return { success: true, count: results.length, total: results.length, results };
    },
    startJob: async ({ body }) => {
      const job = await maps.start(body.scope);
      return { success: true, jobId: job.id, job };
    },
    job: async ({ params }) => ({ success: true, job: await maps.job(params.jobId) }),
    cancelJob: async ({ params }, { nothingChanged }) => {
      const { job, hasStopped } = await maps.cancel(params.jobId);
      if (!hasStopped) nothingChanged();
      return { success: true, job };
    },
  });
