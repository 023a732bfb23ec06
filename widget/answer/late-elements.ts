import { defineElements } from '../ui/define-elements.ts';

/** Elements that a first answer seldom needs, each with its module. */
const modules = {
  'docent-article-cards': async () => (await import('./cards/cards.ts')).ArticleCards,
  'docent-place-cards': async () => (await import('./cards/cards.ts')).PlaceCards,
  'docent-feedback': async () => (await import('../chat/view/feedback.ts')).Feedback,
};

/** Defines an element when the first answer needs it; without its module the rest of the answer stays. */
export function defineLate(name: keyof typeof modules): void {
  if (customElements.get(name)) return;
  modules[name]().then(
    (element) => defineElements({ [name]: element }),
    () => undefined,
  );
}
