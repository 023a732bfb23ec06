import { explained } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { Caller, Credentials } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { cookieHeader, provesNothing, type Proof } from '../remote/sign-in/identity.ts';
import { jsonOf, record, text } from '../remote/json-answer.ts';
import type { WordpressApi } from './api.ts';

/** Credentials that WordPress can verify: an application password, or the login cookie. */
export const proofOf = ({ authorization, cookies }: Credentials): Proof | undefined => {
  if (/^Basic [\w+/=-]{4,600}$/i.test(authorization ?? ''))
    return { headers: { authorization: authorization ?? '' }, via: 'token' };
  const cookie = cookieHeader(cookies, (name) => /^wordpress_logged_in_[\da-f]{32}$/.test(name));
  return cookie === undefined ? undefined : { headers: { cookie }, via: 'cookie' };
};

const limitMs = 10_000;

/**
 * Verifies credentials with WordPress; administrators are users with `manage_options`. Throws `unavailable` when that
 * fails.
 */
export const createAskWordpress =
  (client: SiteClient, api: WordpressApi) =>
  async (proof: Proof, signal: AbortSignal | undefined): Promise<Caller> => {
    const request = { signal, limitMs, urgent: true, keepsPath: true };
    const headers: Record<string, string> = { ...proof.headers };
    if (proof.via === 'cookie') {
      // The REST API accepts a cookie only with a nonce, which it returns for that cookie.
      const nonce = await client.request(
        `${client.address.folder}wp-admin/admin-ajax.php?action=rest-nonce`,
        {
          ...request,
          headers,
        },
      );
      if (nonce.status >= 500) throw unavailable(explained('wordpress_status', { status: nonce.status }));
      const value = nonce.text().trim();
      if (nonce.status !== 200 || !/^[\da-f]{10}$/.test(value)) return { kind: 'anonymous' };
      headers['x-wp-nonce'] = value;
    }
    const response = await api.call(
      '/wp/v2/users/me',
      { context: 'edit', _fields: 'id,capabilities' },
      { ...request, headers },
    );
    if (provesNothing(response.status)) return { kind: 'anonymous' };
    const user = record(jsonOf(response, 'The user'));
    const id = `wordpress:${text(user['id'])}`;
    if (id === 'wordpress:') return { kind: 'anonymous' };
    return record(user['capabilities'])['manage_options'] === true
      ? { kind: 'admin', id, via: proof.via }
      : { kind: 'user', id };
  };
