/** Tells whether the browser is connected whenever that changes, and at once when it is not; returns the way to stop. */
export function watchConnection(tell: (isOnline: boolean) => void): () => void {
  const look = () => tell(navigator.onLine);
  addEventListener('online', look);
  addEventListener('offline', look);
  if (!navigator.onLine) look();
  return () => {
    removeEventListener('online', look);
    removeEventListener('offline', look);
  };
}
