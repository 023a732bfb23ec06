import type { Caller, Credentials } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { cookieHeader, type Proof } from '../remote/sign-in/identity.ts';
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

const urgent = { urgent: true, limitMs: 10_000 } as const;

/** Verifies credentials by the roles that Halo returns; it answers 200 to anonymous requests too. */
export const createAskHalo =
  (client: SiteClient) =>
  async (proof: Proof, signal: AbortSignal | undefined): Promise<Caller> => {
    const headers = { accept: 'application/json', ...proof.headers };
    const roles = await client.request('/apis/api.console.halo.run/v1alpha1/users/-/permissions', {
      ...urgent,
      signal,
      headers,
    });
    if (roles.status === 401 || roles.status === 403 || roles.status === 302) return { kind: 'anonymous' };
    const names = list(record(jsonOf(roles, 'The roles'))['roles']).map((role) =>
      text(record(record(role)['metadata'])['name']),
    );
    const me = await client.request('/apis/uc.api.halo.run/v1alpha1/users/-', { ...urgent, signal, headers });
    const name = me.status === 200 ? text(record(jsonOf(me, 'The user'))['name']) : '';
    if (name === 'anonymousUser') return { kind: 'anonymous' };
    if (names.includes('super-role'))
      return { kind: 'admin', id: `halo:${name || 'super-role'}`, via: proof.via };
    return name === '' ? { kind: 'anonymous' } : { kind: 'user', id: `halo:${name}` };
  };
