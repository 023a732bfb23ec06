import { ref } from 'vue';

/**
 * What happens when the service no longer knows the administrator. Somebody who was never signed in here is sent to
 * the sign-in page, once. A session that ends during work is renewed in a dialog over the page, so that nothing typed
 * is lost; the requests that failed wait for it and are sent again.
 */
export const isExpired = ref(false);

let wasSignedIn = false;
let isLeaving = false;
let renewal: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

/** A request was answered as the administrator's. */
export const noteSignedIn = (): void => void (wasSignedIn = true);

/** Resolves when the administrator has signed in again; never when the page is left for the sign-in page. */
export function renewSession(): Promise<void> {
  if (!wasSignedIn) {
    if (!isLeaving) location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
    isLeaving = true;
    return new Promise(() => {});
  }
  renewal ??= Promise.withResolvers<void>();
  isExpired.value = true;
  return renewal.promise;
}

/** Signs in with the password; resolves with `''` or what the service said against it. */
export async function signInAgain(password: string): Promise<string> {
  const response = await fetch('/login', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ password }),
  });
  if (!response.ok) {
    const said: unknown = await response.json().catch(() => undefined);
    const error: unknown = typeof said === 'object' && said !== null ? Reflect.get(said, 'error') : '';
    return typeof error === 'string' && error !== '' ? error : `HTTP ${response.status}`;
  }
  isExpired.value = false;
  renewal?.resolve();
  renewal = undefined;
  return '';
}
