import { watchPage } from '../kit/watch-page.ts';

export interface RelatedOnPageOptions {
  /** Address of the service, with a trailing slash. */
  readonly base: URL;
  /** Origin of the articles. */
  readonly site: string;
  readonly load: () => Promise<Pick<typeof import('../related/related.ts'), 'showRelated'>>;
}

/** Loads what lists articles to read next once the page has a place for them. Returns a function that ends it. */
export function relatedOnPage({ base, site, load }: RelatedOnPageOptions): () => void {
  let isOver = false;
  let end = () => {};
  const look = async () => {
    if (!document.querySelector('[data-docent-related]')) return;
    end();
    const { showRelated } = await load();
    if (!isOver) end = showRelated({ base, site });
  };
  const soon = () => void look().catch(() => undefined);
  end = watchPage(soon);
  soon();
  return () => {
    isOver = true;
    end();
  };
}
