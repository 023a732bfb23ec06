import type { Configuration } from './configuration.ts';

/** Everything that the parts of the widget need of the service. */
export interface Service {
  /** Address of the service, with a trailing slash. */
  readonly base: URL;
  /** Origin of the articles. */
  readonly site: string;
  readonly configuration: Configuration;
  loadChat(): Promise<Pick<typeof import('../chat/chat.ts'), 'createPanel'>>;
  loadSearch(): Promise<Pick<typeof import('../search/search.ts'), 'createSearchPanel'>>;
}
