import type { TaskBlock } from '../../../ports/models.ts';

/** The article of the page that the visitor is reading. */
export interface PageArticle {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** `''` when it has none. */
  readonly excerpt: string;
  readonly blocks: readonly TaskBlock[];
}
