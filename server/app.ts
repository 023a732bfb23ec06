import { closeInOrder } from './app/close-in-order.ts';
import { doctorDeps } from './app/doctor-deps.ts';
import type { Ports } from './app/ports.ts';
import { createUpkeep } from './app/upkeep.ts';
import { docsRoutes, serviceVersion } from './http/openapi.ts';
import { createOrigins } from './http/origins.ts';
import { createServer } from './http/server.ts';
import { createCatalogue } from './features/catalogue/catalogue.ts';
import { installSecretOf } from './kit/installation-key.ts';
import { createJobs } from './work/jobs.ts';
import { createLiveness } from './work/liveness.ts';
import { createLocks } from './work/lock.ts';
import { migrations } from './migrations.ts';
import { createAccount } from './features/account/account.ts';
import { accountRoutes, sessionRoutes } from './features/account/routes.ts';
import { createAgent } from './features/agent/agent.ts';
import { createIntegrations } from './features/integrations/integrations.ts';
import { createAnswerWithoutLog } from './features/chat/dry-run.ts';
import { createAnswer, type ChatDeps } from './features/chat/chat.ts';
import { debugChatRoutes } from './features/chat/debug.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { supportOf } from './features/chat/grounding/attribution.ts';
import { createChatLogs } from './features/chat-logs/chat-logs.ts';
import { createSiteSources } from './features/chat/grounding/site-sources.ts';
import { maskPersonalData } from './features/chat-logs/pii/privacy.ts';
import { createConfig } from './features/config/config.ts';
import { configRoutes } from './features/config/routes.ts';
import { trying } from './features/config/trying.ts';
import { createDoctor } from './features/doctor/doctor.ts';
import { createEvaluations } from './features/evaluations/evaluations.ts';
import { createExcerpts } from './features/excerpts/excerpts.ts';
import { extractBlocks, sectionsOf } from './features/knowledge/indexing/extract.ts';
import { createIntentRoutes } from './features/intent-routes/intent-routes.ts';
import { createKnowledge } from './features/knowledge/knowledge.ts';
import { createMindMaps } from './features/mindmap/mindmap.ts';
import { modelOptionRoutes } from './features/model-options/model-options.ts';
import { createPictures } from './features/pets/pictures/pictures.ts';
import { presetNames, presetPictures } from './features/pets/pictures/presets.ts';
import { createPets } from './features/pets/pets.ts';
import { debugSearchRoutes, searchRoutes } from './features/search/search.ts';
import { createAllowedOrigins } from './features/site/allowed-origins.ts';
import { consoleFiles } from './features/site/console-files.ts';
import { siteChangeRoutes } from './features/site/site-changes.ts';
import { siteRoutes } from './features/site/site.ts';
import { widgetFiles } from './features/site/widget-files.ts';
import { installationRoutes } from './features/system/installation.ts';
import { createMetrics, createReadiness, systemRoutes } from './features/system/system.ts';
import { createWarnings } from './features/system/warnings.ts';
import { createUsage } from './features/usage/usage.ts';
import { costOf } from './features/usage/ledger/price.ts';
import { nothingSpent } from './features/usage/ledger/spending.ts';
import { widgetConfigRoutes } from './features/widget-config/widget-config.ts';
import { writingRoutes } from './features/writing/routes.ts';
import { createWriting } from './features/writing/writing.ts';

export type { Ports } from './app/ports.ts';

/** Builds the service: features in the order a question meets them, then the wire. */
export async function createApp(ports: Ports) {
  const { db, host, clock, log, publicOrigin, instanceId } = ports;
  await db.migrate(migrations);
  const metrics = createMetrics(db);
  const liveness = createLiveness({ db, clock, log, self: instanceId });
  await liveness.start();
  const locks = createLocks(db, clock, liveness);
  const jobs = createJobs({ db, clock, log, liveness });
  const catalogue = createCatalogue({ host, now: clock.now, log });
  const config = createConfig({ db, log });
  const account = createAccount({ db, clock, log, settings: ports.account, otherwise: host.identify });
  const usage = createUsage({
    db,
    clock,
    log,
    config,
    metrics,
    liveness,
    models: ports.models,
    ...(ports.priceOf && { priceOf: ports.priceOf }),
  });
  const models = usage.meter(ports.models);
  const knowledge = createKnowledge({ ...ports, models, config, locks });
  const chatLogs = createChatLogs({
    db,
    clock,
    config,
    addressKey: await installSecretOf(db),
    health: db.health,
    answer: (asked) => answerWithoutLog(asked),
  });
  const intentRoutes = createIntentRoutes({ db, config, models, catalogue, clock, log });
  const sources = createSiteSources({ knowledge, host, config, now: clock.now });
  const answering: ChatDeps = {
    ...sources,
    config,
    models,
    clock,
    log,
    routeIntent: intentRoutes.routeIntent,
    retrieve: knowledge.retrieve,
    limits: usage.limits,
    logs: chatLogs,
    siteOrigin: publicOrigin ?? host.describe().siteOrigin,
  };
  const answer = createAnswer(answering);
  const answerTrying = (trial: Parameters<typeof trying>[1]) => {
    const tried = trying(config, trial);
    return createAnswer({
      ...answering,
      config: tried,
      retrieve: knowledge.retrieveWith({ config: tried, models }),
    });
  };
  const modelInUse = async () => (await config.read('models')).aiFoundationChatModelName;
  const answerWithoutLog = createAnswerWithoutLog({ answer, modelInUse, now: clock.now });
  const agent = createAgent({
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
    answer: createAnswerWithoutLog({ answer, modelInUse, now: clock.now, scenario: 'agent_content_gap' }),
    mask: maskPersonalData,
    indexReady: () => knowledge.ready,
  });
  const mindMaps = createMindMaps({
    db,
    host,
    catalogue,
    config,
    models,
    jobs,
    clock,
    log,
    readBlocks: extractBlocks,
  });

  const excerpts = createExcerpts({
    db,
    host,
    models,
    config,
    catalogue,
    jobs,
    locks,
    clock,
    log,
    extract: extractBlocks,
    supportOf,
  });

  const evaluations = createEvaluations({
    db,
    config,
    models,
    jobs,
    clock,
    log,
    answerWith: (other) => createAnswer({ ...answering, ...other }),
    retrieveWith: knowledge.retrieveWith,
    chatLog: chatLogs.read,
    ownSite: { isSample: ports.setup?.sampleSite ?? true, catalogue, host, sections: sectionsOf },
    costOf: (model, tokens) =>
      ports.priceOf?.(model) && costOf(ports.priceOf(model), { ...nothingSpent, ...tokens }),
  });

  const pictures = ports.pictures ?? createPictures();
  const pets = createPets({
    db,
    host,
    models,
    ...(ports.priceOf && { priceOf: ports.priceOf }),
    pictures,
    presets: { names: presetNames, pictures: presetPictures },
    jobs,
    locks,
    clock,
    log,
  });

  const integrations = createIntegrations({
    config,
    host,
    catalogue,
    answer,
    search: knowledge.search,
    extract: extractBlocks,
    version: serviceVersion,
    now: clock.now,
  });

  const doctor = createDoctor(doctorDeps(ports, { models, catalogue, knowledge }));
  const allowed = createAllowedOrigins({ host, config, operators: ports.allowedOrigins ?? [] });
  const origins = createOrigins({ publicOrigin, allowed, now: clock.now, log });
  const readiness = createReadiness({ isIndexed: () => knowledge.ready, health: db.health });
  const server = await createServer({
    implementations: [
      chatRoutes({ answer, logs: chatLogs }),
      widgetConfigRoutes({ ...sources, config, models, publicPet: pets.publicPet }),
      searchRoutes({
        config,
        answer,
        log,
        keywordSearch: knowledge.search,
        foundNothing: agent.searchedInVain,
      }),
      ...mindMaps.routes,
      configRoutes({ config, models, now: clock.now }),
      debugChatRoutes({ answerTrying, now: clock.now }),
      debugSearchRoutes({ config, answer, keywordSearch: knowledge.search }),
      knowledge.routes,
      intentRoutes.routes,
      excerpts.routes,
      writingRoutes(createWriting({ config, models, articles: () => knowledge.articles.values() })),
      usage.routes,
      chatLogs.routes,
      agent.routes,
      evaluations.routes,
      accountRoutes(account),
      sessionRoutes(account),
      modelOptionRoutes(models),
      installationRoutes({
        host,
        catalogue,
        db,
        setup: ports.setup,
        version: serviceVersion,
        ready: () => knowledge.ready,
        refusedOrigins: origins.refused,
        warnings: createWarnings({ ...ports, knowledge, config }),
        now: clock.now,
      }),
      ...doctor.routes,
      pets.routes,
      pets.skinRoutes,
      ...integrations.routes,
      siteChangeRoutes({ host }),
      siteRoutes({ host, markdownAt: integrations.markdownAt }),
      systemRoutes({ metrics, readiness }),
      docsRoutes(),
    ],
    files: [widgetFiles, consoleFiles],
    identify: account.identify,
    publicOrigin,
    trustedProxies: ports.trustedProxies,
    origins,
    log,
    metrics,
    checkReplies: ports.checkReplies ?? false,
  });

  const upkeep = createUpkeep({
    log,
    clock,
    locks,
    daily: [usage, chatLogs, agent, mindMaps, excerpts, pets],
    often: usage.settleAbandoned,
  });

  return {
    server,
    answer,
    evaluations,
    /** Booked, for tests of models from the command line. */
    models,
    keepBelow: usage.keepBelow,
    examine: doctor.examine,
    knowledge,
    tokens: account.tokens,
    generatedToken: account.generatedToken,
    /** Settles what an earlier process left open, builds the index and follows the host; answers are given meanwhile. */
    async start() {
      await usage.settleAbandoned();
      upkeep.start();
      const following = knowledge.start();
      // Interrupted jobs go on as soon as there is an index, not when the whole site has been looked through again.
      await Promise.race([knowledge.whenReady(), following]);
      await jobs.start();
      excerpts.start();
      await following;
    },
    /** No longer ready; lets running answers end, at most until `limit` aborts. To be disposed of afterwards. */
    async drain(limit: AbortSignal) {
      readiness.stop();
      await Promise.all([server.drain(limit), jobs.drain(limit)]);
    },
    async [Symbol.asyncDispose]() {
      upkeep.close();
      // Requests that wait for a job end with it.
      await Promise.all([server.close(), jobs.close()]);
      await closeInOrder([evaluations, pictures, excerpts, knowledge, agent, chatLogs, intentRoutes]);
      await closeInOrder([usage, catalogue, config, host, liveness, db]);
    },
  };
}
