import type { Caller, Credentials } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { cookieHeader, type Proof } from '../remote/identity.ts';
import { jsonOf, list, record, text } from '../remote/json-answer.ts';

/**
 * What Halo can check: a personal access token, or the cookie of the session. Its cookie to stay signed in is never
 * shown: Halo changes it at each use and takes an old one for theft.
 */
export const proofOf = ({ authorization, cookies }: Credentials): Proof | undefined => {
  if (/^Bearer pat_[\w.-]+$/.test(authorization ?? ''))
    return { headers: { authorization: authorization ?? '' }, via: 'token' };
  const cookie = cookieHeader(cookies, (name) => name === 'SESSION');
  return cookie === undefined ? undefined : { headers: { cookie }, via: 'cookie' };
};

const urgent = { urgent: true, limitMs: 10_000 } as const;

/** Asks Halo for the roles of the credentials: it answers 200 to strangers too, so only the role counts. */
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
