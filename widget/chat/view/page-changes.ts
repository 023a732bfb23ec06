/**
 * Calls back when the visitor leaves the page, and when the browser restores it from its cache: it has then missed
 * the conversation on later pages. Returns a function that stops it.
 */
export function watchPageChanges(leave: () => void, comeBack: () => void): () => void {
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) comeBack();
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', shown);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', shown);
  };
}
