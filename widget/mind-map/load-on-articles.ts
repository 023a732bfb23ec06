import { fetchMap } from './fetch-map.ts';
import type { MapPages } from './mind-map.ts';
import { createPostFinder, placeholderOnPage } from './page-context.ts';
import { mapSettingsFrom } from './settings.ts';

export interface LoadMapOptions {
  /** Address of the service, with a trailing slash. */
  readonly base: URL;
  /** The public configuration as received, or `undefined`. */
  readonly configuration: unknown;
}

/** Delay in milliseconds after changes of the page before it is checked again. */
const restMs = 200;

/**
 * Waits until the page shows an article with a map, or a placeholder for one, and then loads the module of maps:
 * pages without a map load none of it. Returns a function that stops it.
 */
export function loadMapOnArticles({ base, configuration }: LoadMapOptions): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const findPost = createPostFinder();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pages: MapPages | undefined;
  let known: string | undefined;
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void look().catch(() => undefined);
    }, restMs);
  });

  async function look(): Promise<void> {
    const placeholder = placeholderOnPage();
    const postName = findPost(placeholder);
    if (signal.aborted || postName === undefined || postName === known) return;
    known = postName;
    const fetched = placeholder ? undefined : await fetchMap(base, postName, signal);
    if (signal.aborted || fetched?.kind === 'none' || known !== postName) return;
    observer.disconnect();
    const { followPages } = await import('./mind-map.ts');
    if (signal.aborted) return;
    const { look: appearance, texts } = mapSettingsFrom(configuration);
    pages = await followPages({
      base,
      look: appearance,
      texts,
      ...(fetched && { first: { postName, fetched } }),
    });
    if (signal.aborted) pages.leave();
  }

  observer.observe(document, { childList: true, subtree: true });
  look().catch(() => undefined);
  return () => {
    stop.abort();
    clearTimeout(timer);
    observer.disconnect();
    pages?.leave();
  };
}
