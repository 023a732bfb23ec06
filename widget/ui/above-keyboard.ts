/** On-screen keyboards are higher than this, in CSS pixels; bars of the browser are not. */
const leastKeyboard = 120;

/**
 * Keeps an element that fills a phone's screen above the on-screen keyboard, which covers the page without making it
 * smaller. Returns a function that stops it.
 */
export function stayAboveKeyboard(element: HTMLElement): () => void {
  const viewport = window.visualViewport;
  const stop = new AbortController();
  const fit = () => {
    if (!viewport) return;
    const { height, offsetTop, scale } = viewport;
    // A visitor who zooms in with two fingers sees a part of the page as well.
    const isCovered = scale < 1.01 && innerHeight - height > leastKeyboard;
    element.style.setProperty('max-block-size', isCovered ? `${height}px` : null);
    element.style.setProperty('margin-block-start', isCovered ? `${offsetTop}px` : null);
  };
  for (const event of ['resize', 'scroll']) viewport?.addEventListener(event, fit, { signal: stop.signal });
  return () => stop.abort();
}
