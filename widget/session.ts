/** Whether something was noted in this browser session. Pages may forbid storage; then nothing is ever noted. */
export function isKept(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

/** Notes something for this browser session. */
export function keep(key: string): void {
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Without storage the visitor is asked again on the next page.
  }
}
