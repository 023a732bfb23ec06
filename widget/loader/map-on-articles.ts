import { fieldsOf } from '../kit/coerce.ts';
import { watchPage } from '../kit/watch-page.ts';

export interface MapOnArticlesOptions {
  /** Address of the service, with a trailing slash. */
  readonly base: URL;
  /** The public configuration as received, or `undefined`. */
  readonly configuration: Promise<unknown>;
  readonly load: () => Promise<Pick<typeof import('../mind-map/load-on-articles.ts'), 'loadMapOnArticles'>>;
}

/** What pages of articles have, on any of the platforms; which article it is the module finds out. */
const signs = [
  '[data-docent-mind-map]',
  '[data-docent-post]',
  'script#ai-suite-page-context',
  '[data-target="Post" i][data-id]',
  '[id^="comment-"][id*="-Post-"]',
  'script[src*="halo-tracker"][data-name]',
  'body[class*="postid-"]',
  'body[class*="page-id-"]',
  'script[data-ghost-comments][data-post-id]',
].join();

/** Loads what shows mind maps once the page may be an article's; other pages load none of it. Returns a function that ends it. */
export function mapOnArticles({ base, configuration, load }: MapOnArticlesOptions): () => void {
  let isOver = false;
  let end = () => {};
  async function wait(): Promise<void> {
    const value = await configuration;
    if (isOver || fieldsOf(value).mindmapEnabled === false) return;
    const look = async () => {
      if (!document.querySelector(signs)) return;
      end();
      const { loadMapOnArticles } = await load();
      if (!isOver) end = loadMapOnArticles({ base, configuration: value });
    };
    end = watchPage(() => void look().catch(() => undefined));
    await look();
  }
  wait().catch(() => undefined);
  return () => {
    isOver = true;
    end();
  };
}
