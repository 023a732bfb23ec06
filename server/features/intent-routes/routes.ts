import { intentRoutes } from '../../../contract/intent-routes/intent-routes.ts';
import { implement } from '../../http/implement.ts';
import type { AdminApi } from './admin-api.ts';

export const intentRouteRoutes = (console: AdminApi) =>
  implement(intentRoutes, {
    list: () => console.list(),
    read: ({ params }) => console.read(params.id),
    create: ({ body }) => console.create(body),
    update: ({ params, body }) => console.update(params.id, body),
    remove: ({ params }) => console.remove(params.id),
    reset: ({ params }) => console.reset(params.id),
    exportAll: () => console.exportAll(),
    importAll: ({ body }) => console.importAll(body),
    preview: ({ params, body }, { signal }) => console.preview(params.id, body.query, signal),
    generate: ({ body }, { signal }) => console.generate(body.requirement, signal),
    simulate: ({ body }, { signal }) => console.simulate(body.draft, body.query, signal),
  });
