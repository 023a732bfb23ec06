/** The pages of the console in the groups of its menu; each is a folder under `pages/`. */
export const areas = [
  { name: 'start', pages: ['overview', 'site'] },
  { name: 'answers', pages: ['models', 'knowledge', 'retrieval', 'chunking', 'enhancement', 'debug'] },
  { name: 'visitors', pages: ['chat', 'search', 'curated-answers', 'intent-routes', 'pets'] },
  { name: 'content', pages: ['excerpts', 'mindmap', 'writing'] },
  { name: 'insight', pages: ['chat-logs', 'evaluations', 'agent', 'usage'] },
  { name: 'system', pages: ['account', 'integrations', 'notices', 'doctor', 'system'] },
] as const;

export type PageName = (typeof areas)[number]['pages'][number];

/** Pages that are shown as tabs of one page; only the first one stands in the menu. */
export const retrievalTabs = ['retrieval', 'enhancement', 'chunking', 'debug'] as const;

/** The entry of the menu that a page belongs to. */
export const menuEntryOf = (page: string): string =>
  retrievalTabs.some((tab) => tab === page) ? retrievalTabs[0] : page;
