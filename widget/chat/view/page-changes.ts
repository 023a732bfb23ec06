/**
 * Tells when the visitor leaves the page, and when the browser brings it back as it was left: it has missed what was said on the
 * pages after it. Returns the way to stop.
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
