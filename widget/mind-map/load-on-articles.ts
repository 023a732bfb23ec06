import { mapSettingsFrom } from './settings.ts';
import type { MapPages } from './mind-map.ts';

export interface LoadMapOptions {
  /** Address of the service, ending in a slash. */
  readonly base: URL;
  /** The public configuration as it came, or nothing. */
  readonly configuration: Promise<unknown>;
  readonly load: () => Promise<Pick<typeof import('./mind-map.ts'), 'followPages'>>;
}

/** Signs that a page shows an article, or wants a map at a certain place. */
const signs = [
  '[data-docent-mind-map]',
  '[data-docent-post]',
  'script#ai-suite-page-context',
  '[data-target="Post" i][data-id]',
  '[id^="comment-"][id*="-Post-"]',
].join();

/** Waits until the page shows an article and then lets the module of the maps take over. Returns the way to stop. */
export function loadMapOnArticles({ base, configuration, load }: LoadMapOptions): () => void {
  let pages: MapPages | undefined;
  let isStopped = false;
  let isOpen = false;
  const observer = new MutationObserver(() => void look().catch(() => undefined));

  async function look(): Promise<void> {
    if (isStopped || isOpen || !document.querySelector(signs)) return;
    isOpen = true;
    observer.disconnect();
    const [{ followPages }, value] = await Promise.all([load(), configuration]);
    if (!isStopped) pages = followPages({ base, look: mapSettingsFrom(value).look });
  }

  async function wait(): Promise<void> {
    if (!mapSettingsFrom(await configuration).enabled || isStopped) return;
    observer.observe(document, { childList: true, subtree: true });
    await look();
  }

  wait().catch(() => undefined);
  return () => {
    isStopped = true;
    observer.disconnect();
    pages?.leave();
  };
}
