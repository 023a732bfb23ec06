/** Delay in milliseconds between a change of the page and the check. */
const restMs = 200;

/** Events by which libraries announce a navigation without page load. */
const signs = [
  'pjax:complete',
  'pjax:success',
  'turbo:load',
  'turbolinks:load',
  'swup:contentReplaced',
  'astro:page-load',
];

/**
 * Calls `look` when the page may show another article: after navigation in the history, and after changes of the
 * page. Does not replace functions of the page. Returns a function that stops it.
 */
export function watchPage(look: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      look();
    }, restMs);
  };
  const observer = new MutationObserver(soon);
  observer.observe(document, { childList: true, subtree: true });
  for (const sign of ['popstate', 'hashchange', 'pageshow']) addEventListener(sign, soon, { signal });
  for (const sign of signs) document.addEventListener(sign, soon, { signal });
  const history: unknown = Reflect.get(window, 'navigation');
  if (history instanceof EventTarget) history.addEventListener('currententrychange', soon, { signal });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    stop.abort();
  };
}
