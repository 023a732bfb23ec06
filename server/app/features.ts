import { createAccount } from '../features/account/account.ts';
import { createAgent } from '../features/agent/agent.ts';
import { maskPersonalData } from '../features/chat-logs/pii/privacy.ts';
import { createChangeList } from '../features/changes/routes.ts';
import { createSettings } from '../features/config/settings.ts';
import { createConnectedModels } from '../features/connected-models/routes.ts';
import { createConnectedSite } from '../features/connected-site/connected-site.ts';
import { createDoctor } from '../features/doctor/doctor.ts';
import { createEvaluations } from '../features/evaluations/evaluations.ts';
import { createExcerpts } from '../features/excerpts/excerpts.ts';
import { createHandbook } from '../features/handbook/handbook.ts';
import { createIntegrations } from '../features/integrations/integrations.ts';
import { createMindMaps } from '../features/mindmap/mindmap.ts';
import { createModelOptions } from '../features/model-options/model-options.ts';
import { createNotices } from '../features/notices/notices.ts';
import { createPets } from '../features/pets/pets.ts';
import { createImageProcessor } from '../features/pets/images/image-processor.ts';
import { presetNames, presetImage } from '../features/pets/images/presets.ts';
import { createRelated } from '../features/related/related.ts';
import { createSearch } from '../features/search/search.ts';
import { createVisitorSearch, type VisitorSearch } from '../features/search/visitor-search.ts';
import { createSite } from '../features/site/site.ts';
import { createSources } from '../features/sources/sources.ts';
import { createSystem } from '../features/system/system.ts';
import type { Sightings } from '../features/widget-config/sightings.ts';
import { createWidgetConfig } from '../features/widget-config/widget-config.ts';
import { createWriting } from '../features/writing/writing.ts';
import type { Feature } from '../http/implement.ts';
import { serviceVersion } from '../kit/version.ts';
import { createOrigins } from '../http/origins.ts';
import { doctorDeps } from './doctor-deps.ts';
import { evaluationDeps } from './evaluation-deps.ts';
import { undoing, type WithHistory } from './undoing.ts';
import type { Foundation } from './foundation.ts';
import { noticeDeps } from './notice-deps.ts';
import { sightingsOf } from './sightings.ts';
import { createQuestions, type Keep, type Questions } from './questions.ts';
import { relatedDeps } from './related-deps.ts';
import { sourceDeps } from './source-deps.ts';
import { systemDeps } from './system-deps.ts';
import { namesOf } from './site-names.ts';
import { sitePictures } from './site-pictures.ts';

/** All features by name, each after those it depends on; routes are listed in this order. `parts` closes the last one built first. */
export async function createFeatures(base: Foundation, parts: AsyncDisposableStack) {
  const { db, host, models, config, jobs, locks, clock, log } = base;
  const keep: Keep = (feature) => {
    parts.defer(async () => feature[Symbol.asyncDispose]?.());
    return feature;
  };
  const questions = await createQuestions(base, keep);
  const { knowledge, chat } = questions;
  const visitorSearch = createVisitorSearch({ search: knowledge.search, limits: base.usage.limits });
  const agent = keep(agentOf(base, questions));
  const operations = [base.usage, questions.chatLogs, agent].flatMap(({ routes }) => routes);
  const sightings = sightingsOf(base);
  const notices = keep(createNotices(noticeDeps(base, { ...questions, agent })));
  const pets = keep(
    createPets({
      db,
      host,
      models,
      priceOf: base.priceOf,
      jobs,
      locks,
      historyOf: base.changes.historyOf,
      clock,
      log,
      imageProcessor: base.imageProcessor ?? createImageProcessor(),
      presets: { names: presetNames, image: presetImage },
    }),
  );
  const evaluations = keep(createEvaluations(evaluationDeps(base, questions)));
  return {
    usage: base.usage,
    ...questions.features,
    agent,
    pets,
    search: keep(
      createSearch({
        config,
        answer: chat.answer,
        keywordSearch: knowledge.search,
        scopes: knowledge.scopes,
        visitorSearch,
        recordEmptySearch: agent.recordEmptySearch,
      }),
    ),
    related: keep(createRelated(relatedDeps(base, knowledge))),
    widgetConfig: keep(
      createWidgetConfig({
        config,
        models,
        ...questions.sources,
        hasScopes: knowledge.hasScopes,
        publicPet: pets.publicPet,
        sightings,
      }),
    ),
    sources: keep(createSources(sourceDeps(base, questions))),
    ...authorFeatures(base, questions, keep),
    evaluations,
    notices,
    ...accountFeatures(base, { ...questions.features, evaluations, pets }, keep),
    ...installationFeatures(base, { ...questions, visitorSearch, operations, sightings, notices }, keep),
  };
}

/** The administrator's account, the list of what administrators have changed, and the models that they connect. */
function accountFeatures(base: Foundation, recorded: WithHistory, keep: Keep) {
  const { db, host, clock, log, changes } = base;
  const account = keep(
    createAccount({
      db,
      clock,
      log,
      settings: base.account,
      networksOf: base.networksOf,
      otherwise: host.identify,
      siteNames: namesOf(base),
      consolePath: base.consolePath,
      signOutPath: () => host.describe().signOutPath,
      record: changes.record,
    }),
  );
  const tokenNames = async () => new Map((await account.tokens.list()).map(({ id, name }) => [id, name]));
  return {
    account,
    changes: keep(createChangeList({ ...undoing(base, recorded), tokenNames })),
    connectedSite: keep(createConnectedSite({ db, log, changes, admin: base.siteAdmin })),
    connectedModels: keep(
      createConnectedModels({
        managed: base.managed,
        meter: base.usage.meter,
        inHouse: base.inHouse,
        record: base.changes.record,
      }),
    ),
  };
}

/** The operations agent. */
function agentOf(base: Foundation, { knowledge, chat, chatLogs }: Questions) {
  const { db, jobs, clock, log, config, models, catalogue } = base;
  return createAgent({
    db,
    jobs,
    clock,
    log,
    config,
    models,
    logs: chatLogs,
    retrieve: knowledge.retrieve,
    search: knowledge.search,
    heads: catalogue.heads,
    answer: chat.answerWithoutLog('agent_content_gap'),
    mask: maskPersonalData,
    indexReady: () => knowledge.ready,
  });
}

/** The features that write for authors: mind maps, excerpts and writing help. */
function authorFeatures(base: Foundation, { knowledge }: Questions, keep: Keep) {
  const { db, host, models, config, catalogue, jobs, locks, clock, log, sources } = base;
  const { blocks: extract, supported } = knowledge.texts;
  /** Articles that a text may link to. */
  const linkable = ({ id }: { readonly id: string }) => sources.isOpen(id);
  return {
    mindMaps: keep(
      createMindMaps({ db, host, models, config, catalogue, jobs, clock, log, readBlocks: extract }),
    ),
    excerpts: keep(
      createExcerpts({ db, host, models, config, catalogue, jobs, locks, clock, log, extract, supported }),
    ),
    writing: keep(
      createWriting({
        config,
        models,
        articles: async (text, signal) => Iterator.from(await knowledge.named(text, signal)).filter(linkable),
        heads: (ids) => knowledge.heads.of(ids.filter(sources.isOpen)),
        like: knowledge.articlesLike,
        picture: sitePictures(base),
      }),
    ),
  };
}

/** What other features offer to programs. */
interface Offered {
  readonly visitorSearch: VisitorSearch;
  readonly operations: Feature['routes'];
  readonly sightings: Pick<Sightings, 'first'>;
  readonly notices: Parameters<typeof systemDeps>[1]['notices'];
}

/** The features about the installation itself, its settings and its integrations. */
function installationFeatures(
  base: Foundation,
  { knowledge, chat, visitorSearch, operations, sightings, notices }: Questions & Offered,
  keep: Keep,
) {
  const { host, models, config, catalogue, clock, now, log, publicOrigin } = base;
  const { articles } = base.sources;
  const integrations = keep(
    createIntegrations({
      config,
      host,
      catalogue,
      now,
      log,
      answer: chat.answer,
      remarkOn: chat.remarkOn,
      search: visitorSearch,
      extract: knowledge.texts.blocks,
      ofSource: articles.named,
      operations,
      version: serviceVersion,
    }),
  );
  const site = keep(
    createSite({
      host,
      config,
      allowedOrigins: base.allowedOrigins,
      pageTexts: integrations.pageTexts,
      consolePath: base.consolePath,
    }),
  );
  const origins = createOrigins({ publicOrigin, allowed: site.allowedOrigins, now, log });
  return {
    settings: keep(createSettings({ models, config, clock })),
    modelOptions: keep(createModelOptions({ models })),
    doctor: keep(createDoctor(doctorDeps(base, { models, catalogue, knowledge }))),
    integrations,
    system: keep(
      createSystem({
        ...systemDeps(base, { knowledge, notices }),
        refusedOrigins: origins.refused,
        widgetSeen: sightings.first,
      }),
    ),
    handbook: keep(createHandbook()),
    site: Object.assign(site, { origins }),
  } satisfies Readonly<Record<string, Feature>>;
}
