/** The page is looked at again this long after it changed, in milliseconds. */
const restMs = 200;

/** Events by which libraries tell the document that they changed the page without loading it. */
const signs = [
  'pjax:complete',
  'pjax:success',
  'turbo:load',
  'turbolinks:load',
  'swup:contentReplaced',
  'astro:page-load',
];

/**
 * Calls `look` when the page may show another article: after the visitor went on or back, and after the page changed.
 * The page's own functions are left as they are. Returns the way to stop.
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
