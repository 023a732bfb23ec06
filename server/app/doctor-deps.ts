import type { DoctorDeps } from '../features/doctor/doctor.ts';
import type { Knowledge } from '../features/knowledge/knowledge.ts';
import type { Catalogue } from '../features/catalogue/catalogue.ts';
import type { Models } from '../ports/models.ts';
import type { Ports } from './ports.ts';

/** Dependencies of the doctor: ports and other features. */
export function doctorDeps(
  {
    db,
    host,
    clock,
    engine,
    folder,
    publicOrigin,
    basePath = '',
    consolePath,
    readOutside,
    service,
    setup,
    modelsProblem = () => '',
  }: Ports,
  { models, catalogue, knowledge }: { models: Models; catalogue: Catalogue; knowledge: Knowledge },
): DoctorDeps {
  return {
    node: process.versions.node,
    folder,
    health: db.health,
    now: clock.now,
    host,
    publicOrigin: publicOrigin && publicOrigin + basePath,
    consolePath,
    readOutside,
    searchEngineProblem: engine && (() => engine.problem()),
    models,
    modelsProblem,
    service,
    named: setup?.contentDir || (host.describe().siteOrigin ?? ''),
    published: async () =>
      (await catalogue.heads()).filter(({ visibility }) => visibility === 'public').length,
    async hasArticles(part) {
      await knowledge.follow();
      // The sources beside the site are known to a running service alone.
      return !knowledge.ready || part.startsWith('source:') || knowledge.hasArticles([part]);
    },
    async indexed() {
      await knowledge.follow();
      return { articles: knowledge.heads.size, ready: knowledge.ready };
    },
  };
}
