import { ref } from 'vue';
import { inConsole } from '../console-path.ts';

/**
 * Handles the end of the administrator's session. Without an earlier session, redirects to the login page, once. A
 * session that ends during work is renewed in a dialog over the page, so that no input is lost; failed requests wait
 * for it and are sent again.
 */
export const isExpired = ref(false);

const state: {
  wasSignedIn: boolean;
  isLeaving: boolean;
  renewal?: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
} = { wasSignedIn: false, isLeaving: false };

/** Called after a request succeeded as the administrator. */
export const noteSignedIn = (): void => void (state.wasSignedIn = true);

/** Resolves when the administrator has signed in again; never when the page is left for the sign-in page. */
export function renewSession(): Promise<void> {
  if (!state.wasSignedIn) {
    if (!state.isLeaving)
      location.assign(inConsole(`login?next=${encodeURIComponent(location.pathname + location.search)}`));
    state.isLeaving = true;
    return new Promise(() => {});
  }
  state.renewal ??= Promise.withResolvers<void>();
  isExpired.value = true;
  return state.renewal.promise;
}

/** Signs in with the password; resolves with `''` or the service's refusal. */
export async function signInAgain(password: string): Promise<string> {
  const response = await fetch(inConsole('login'), {
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
  state.renewal?.resolve();
  state.renewal = undefined;
  return '';
}
