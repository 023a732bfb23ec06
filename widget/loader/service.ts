import type { LoadMore } from '../texts/shell-texts.ts';
import type { Configuration } from './configuration.ts';

/** Everything that the parts of the widget need of the service. */
export interface Service {
  /** Address of the service, with a trailing slash. */
  readonly base: URL;
  /** Origin of the articles. */
  readonly site: string;
  readonly configuration: Configuration;
  /** False where the page has a button of its own. */
  readonly showsLauncher: boolean;
  loadChat(): Promise<Pick<typeof import('../chat/chat.ts'), 'createPanel'>>;
  loadSearchWindow(): Promise<Pick<typeof import('../search/search-window.ts'), 'createSearchWindow'>>;
  loadDrag(): Promise<Pick<typeof import('./button/launcher-drag.ts'), 'makeDraggable'>>;
  /** The words of the shell in the languages that the loader does not bring. */
  readonly loadWords: LoadMore;
  loadSearch(): Promise<Pick<typeof import('../search/search.ts'), 'createSearchPanel'>>;
}
