import type { Look } from '../appearance/shell.ts';
import { articleBody, putFirst } from './article-body.ts';
import { createBlock, type Block } from './block.ts';
import { loadMapTexts } from './texts/load-map-texts.ts';
import { pageLanguage } from '../texts/language.ts';
import type { OwnTexts } from '../texts/texts.ts';
import type { Fetched } from './fetch-map.ts';
import { createPostFinder, placeholderOnPage } from './page-context.ts';
import { watchPage } from '../kit/watch-page.ts';

declare global {
  interface Window {
    /** Older themes call it before they change the page. */
    destroyMindmapBlock?: () => void;
  }
}

export interface PagesOptions {
  /** Address of the service, with a trailing slash. */
  readonly base: URL;
  readonly look: Look;
  readonly texts: OwnTexts;
  /** A map already loaded for an article. */
  readonly first?: { readonly postName: string; readonly fetched: Fetched };
}

export interface MapPages {
  leave(): void;
}

interface Shown {
  readonly postName: string;
  readonly placeholder: Element | undefined;
  readonly block: Block;
}

/** Shows the map of the current article, also after navigation without a page load. */
export async function followPages({ base, look, texts, first }: PagesOptions): Promise<MapPages> {
  const text = await loadMapTexts(pageLanguage(document.documentElement), texts);
  const findPost = createPostFinder();
  let shown: Shown | undefined;

  function remove(): void {
    shown?.block.remove();
    shown = undefined;
  }

  function update(): void {
    const placeholder = placeholderOnPage();
    const postName = findPost(placeholder);
    if (shown?.postName !== postName || shown?.placeholder !== placeholder) {
      remove();
      if (postName === undefined) return;
      const block = createBlock({
        base,
        look,
        text,
        postName,
        isWanted: placeholder !== undefined,
        settle: place,
      });
      shown = { postName, placeholder, block };
      block.element.dataset.empty = placeholder?.getAttribute('data-empty') ?? '';
      void block.load(first?.postName === postName ? first.fetched : undefined);
    }
    place();
  }

  /** Inserts the block; repeated, since a page may render its article again. */
  function place(): void {
    if (!shown?.block.isReady()) return;
    const { placeholder, block } = shown;
    if (placeholder?.isConnected) {
      if (block.element.parentElement !== placeholder) placeholder.append(block.element);
      return;
    }
    const body = block.element.isConnected ? undefined : articleBody();
    if (body) putFirst(body, block.element);
  }

  const unwatch = watchPage(update);
  window.destroyMindmapBlock = remove;
  update();
  return {
    leave() {
      unwatch();
      remove();
      delete window.destroyMindmapBlock;
    },
  };
}
