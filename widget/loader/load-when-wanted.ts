import { watchPage } from '../kit/watch-page.ts';

/** What pages of articles have, on any of the platforms; which article it is the module finds out. */
export const articleSigns = [
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

/**
 * Begins something once the page has an element that `selector` finds, also after a navigation without a load; other pages load
 * nothing of it. `begin` gives the function that ends it, and so does this.
 */
export function loadWhenWanted(selector: string, begin: () => Promise<() => void>): () => void {
  let isOver = false;
  let end = () => {};
  const look = async () => {
    if (!document.querySelector(selector)) return;
    end();
    const ended = await begin();
    if (isOver) ended();
    else end = ended;
  };
  const soon = () => void look().catch(() => undefined);
  end = watchPage(soon);
  soon();
  return () => {
    isOver = true;
    end();
  };
}
