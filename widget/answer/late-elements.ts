import { nextTask } from '../kit/when-idle.ts';
import { withRest } from '../kit/with-rest.ts';
import { defineElements } from '../ui/define-elements.ts';

/** Elements that an answer needs at its end or rarely, each with its module. */
const modules = {
  'docent-sources': withRest(async () => (await import('./sources/sources.ts')).Sources),
  'docent-article-cards': withRest(async () => (await import('./cards/cards.ts')).ArticleCards),
  'docent-place-cards': withRest(async () => (await import('./cards/cards.ts')).PlaceCards),
  'docent-feedback': withRest(async () => (await import('../chat/view/feedback.ts')).Feedback),
};

/**
 * Loads and defines an element when an answer first needs it, after the answer is rendered. If its module fails to
 * load, the rest of the answer stays.
 */
export function defineLate(name: keyof typeof modules): void {
  if (!customElements.get(name)) define(name).catch(() => undefined);
}

async function define(name: keyof typeof modules): Promise<void> {
  await nextTask();
  defineElements({ [name]: await modules[name]() });
}
