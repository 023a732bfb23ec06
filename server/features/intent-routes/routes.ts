import { intentRoutes } from '../../../contract/intent-routes/intent-routes.ts';
import { implement } from '../../http/implement.ts';
import type { AdminApi } from './admin-api.ts';

export const intentRouteRoutes = (console: AdminApi) =>
  implement(intentRoutes, {
    list: () => console.list(),
    read: ({ params }) => console.read(params.id),
    create: ({ body }, { by }) => console.create(body, by),
    update: ({ params, body }, { by }) => console.update(params.id, body, by),
    remove: ({ params, query }, { by }) => console.remove(params.id, by, query.basedOn),
    reset: ({ params, query }, { by }) => console.reset(params.id, by, query.basedOn),
    exportAll: () => console.exportAll(),
    importAll: ({ body }, { by }) => console.importAll(body, by),
    preview: ({ params, body }, { signal }) => console.preview(params.id, body.query, signal),
    generate: ({ body }, { signal }) => console.generate(body.requirement, signal),
    simulate: ({ body }, { signal }) => console.simulate(body.draft, body.query, signal),
  });
