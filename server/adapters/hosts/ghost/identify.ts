import type { Caller, Credentials } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { cookieHeader, provesNothing, type Proof } from '../remote/sign-in/identity.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';

/** Credentials that Ghost can verify: a staff access token, or the session cookie. */
export const proofOf = ({ authorization, cookies }: Credentials): Proof | undefined => {
  if (/^Ghost [\w-]+\.[\w-]+\.[\w-]+$/i.test(authorization ?? ''))
    return { headers: { authorization: authorization ?? '' }, via: 'token' };
  const cookie = cookieHeader(cookies, (name) => name === 'ghost-admin-api-session');
  return cookie === undefined ? undefined : { headers: { cookie }, via: 'cookie' };
};

/** Verifies credentials with Ghost; administrators are active staff with the role Owner or Administrator. */
export const createAskGhost =
  (client: SiteClient, api: string) =>
  async (proof: Proof, signal: AbortSignal | undefined): Promise<Caller> => {
    const response = await client.request(`${api}admin/users/me/?include=roles`, {
      signal,
      limitMs: 10_000,
      urgent: true,
      keepsPath: true,
      headers: { 'accept-version': 'v5.0', ...proof.headers },
    });
    // 404: key of an integration, which is no user; 400: malformed token.
    if (provesNothing(response.status) || [400, 404].includes(response.status)) return { kind: 'anonymous' };
    const user = record(list(record(jsonOf(response, 'The user'))['users'])[0]);
    if (text(user['id']) === '') return { kind: 'anonymous' };
    const id = `ghost:${text(user['id'])}`;
    const roles = list(user['roles']).map((role) => text(record(role)['name']));
    const isAdmin =
      user['status'] === 'active' && roles.some((role) => role === 'Owner' || role === 'Administrator');
    return isAdmin ? { kind: 'admin', id, via: proof.via } : { kind: 'user', id };
  };
