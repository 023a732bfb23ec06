import type { InterfaceLanguage } from '../contract/site/interface-language.ts';
import { handbookPath } from '../contract/site/handbook.ts';
import type { PageName } from './page-groups.ts';

/** The handbook page about each page of the console. */
export const handbookPages: Readonly<Record<PageName, string>> = {
  overview: 'console',
  site: 'connect-any-site',
  models: 'connect-a-model',
  knowledge: 'knowledge-index',
  retrieval: 'how-answers-are-found',
  chunking: 'settings',
  enhancement: 'settings',
  debug: 'how-answers-are-found',
  chat: 'embed-widget',
  search: 'search-box',
  'curated-answers': 'curated-answers',
  'intent-routes': 'intent-routes',
  pets: 'pet',
  excerpts: 'excerpts',
  mindmap: 'mind-maps',
  writing: 'writing-help',
  'chat-logs': 'chat-logs-and-privacy',
  evaluations: 'evaluation',
  agent: 'content-gaps',
  usage: 'usage-limits',
  account: 'administrator-access',
  integrations: 'api-guide',
  notices: 'notices',
  doctor: 'troubleshooting',
  system: 'configuration',
};

/** The handbook pages on connecting each kind of site; the last one is for sites read by their address alone. */
export const siteGuides = {
  WordPress: 'connect-wordpress',
  Ghost: 'connect-ghost',
  Halo: 'connect-halo',
  folder: 'markdown-folder',
  others: 'connect-any-site',
} as const;

/** The handbook page on backups, and on restoring them. */
export const backupGuide = 'backup-and-upgrade';

/** Address of the handbook for a page of the console, below its path; `undefined` for other pages. */
export const handbookFor = (page: string, language: InterfaceLanguage): string | undefined => {
  const name = Object.entries(handbookPages).find(([known]) => known === page)?.[1];
  return name === undefined ? undefined : handbookPath(language, name);
};
