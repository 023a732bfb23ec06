import type { Caller, Credentials } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { cookieHeader, provesNothing, type Proof } from '../remote/sign-in/identity.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';

/**
 * Credentials that Halo can verify: a personal access token, or the session cookie. The remember-me cookie is never
 * sent: Halo rotates it at each use and treats an old one as stolen.
 */
export const proofOf = ({ authorization, cookies }: Credentials): Proof | undefined => {
  if (/^Bearer pat_[\w.-]+$/.test(authorization ?? ''))
    return { headers: { authorization: authorization ?? '' }, via: 'token' };
  const cookie = cookieHeader(cookies, (name) => name === 'SESSION');
  return cookie === undefined ? undefined : { headers: { cookie }, via: 'cookie' };
};

/**
 * Verifies credentials by the user and roles that Halo returns for them. It knows anonymous visitors, too, and counts
 * an old session as one.
 */
export const createAskHalo =
  (client: SiteClient) =>
  async ({ headers, via }: Proof, signal: AbortSignal | undefined): Promise<Caller> => {
    const response = await client.request('/apis/api.console.halo.run/v1alpha1/users/-', {
      urgent: true,
      limitMs: 10_000,
      keepsPath: true,
      signal,
      headers: { accept: 'application/json', ...headers },
    });
    if (provesNothing(response.status)) return { kind: 'anonymous' };
    const { user, roles } = record(jsonOf(response, 'The user'));
    const name = nameOf(user);
    if (name === '' || name === 'anonymousUser') return { kind: 'anonymous' };
    const id = `halo:${name}`;
    return list(roles).some((role) => nameOf(role) === 'super-role')
      ? { kind: 'admin', id, via }
      : { kind: 'user', id };
  };

const nameOf = (resource: unknown): string => text(record(record(resource)['metadata'])['name']);
