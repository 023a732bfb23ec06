import { account, session } from './account.ts';
import { agent } from './agent.ts';
import { llmsText, mcp, mcpAnalytics, openAi } from './integrations.ts';
import { relatedArticles } from './articles/related.ts';
import { answerCache } from './chat/answer-cache.ts';
import { chat } from './chat/chat.ts';
import { sharedConversations, sharing } from './chat/sharing.ts';
import { chatLogs } from './chat-logs.ts';
import { config, debugChat } from './config/config.ts';
import { curatedAnswers } from './curated-answers/curated-answers.ts';
import { doctor, proxyProbe } from './doctor.ts';
import type { Group } from './endpoint.ts';
import { evaluations } from './evaluations/evaluations.ts';
import { excerpts } from './excerpts.ts';
import { intentRoutes } from './intent-routes/intent-routes.ts';
import { knowledge } from './knowledge.ts';
import { mindmap, mindmapPublic } from './mindmap.ts';
import { modelOptions } from './model-options.ts';
import { connectedModels } from './operator/connected-models.ts';
import { connectedSite } from './operator/connected-site.ts';
import { changes } from './operator/changes.ts';
import { notices } from './operator/notices.ts';
import { sources } from './operator/sources.ts';
import { petSkins } from './pets/skins.ts';
import { pets } from './pets/pets.ts';
import { debugSearch, search } from './search.ts';
import { site } from './site/site.ts';
import { siteChanges } from './site/site-changes.ts';
import { handbook } from './site/handbook.ts';
import { docs, installation, system } from './system.ts';
import { usage } from './usage/usage.ts';
import { widgetConfig } from './widget/widget-config.ts';
import { writing } from './writing/writing.ts';

export { consolePages, consolePrefix, haloModelsPrefix, publicPrefix, publicPrefixV2 } from './prefixes.ts';

/** Every group of spec section 4 by name, in its order. */
export const specGroupsByName = {
  chat,
  widgetConfig,
  search,
  mindmapPublic,
  config,
  debugChat,
  knowledge,
  excerpts,
  mindmap,
  writing,
  evaluations,
  intentRoutes,
  usage,
  chatLogs,
  agent,
  pets,
} as const;

export const specGroups: readonly Group[] = Object.values(specGroupsByName);

/** The operations that Docent adds: the administrator's account, the site's pages and what operators need. */
export const ownGroups: readonly Group[] = [
  account,
  session,
  installation,
  changes,
  connectedModels,
  notices,
  connectedSite,
  sources,
  relatedArticles,
  sharing,
  sharedConversations,
  curatedAnswers,
  answerCache,
  doctor,
  proxyProbe,
  debugSearch,
  modelOptions,
  petSkins,
  mcp,
  mcpAnalytics,
  llmsText,
  openAi,
  siteChanges,
  site,
  system,
  docs,
  handbook,
];
