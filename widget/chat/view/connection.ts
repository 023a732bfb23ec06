/** Reports the browser's connection at each change, and at once when it is offline. Returns a function that stops it. */
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
