import { setTimeout as pause } from 'node:timers/promises';
import { explained } from '../../../kit/explained.ts';
import { forbidden, isFault } from '../../../kit/fault.ts';
import type { SiteClient, SiteRequest, SiteResponse } from '../remote/client.ts';
import { jsonOf, record } from '../remote/json-answer.ts';

/** Attempts at a write: Halo's own background work on a resource may conflict, most of all shortly after it was created. */
const tries = 6;
const firstPauseMs = 50;

/** The role that each kind of write requires, by its name in Halo, which is the same in every language. */
export const roleOf = {
  posts: 'role-template-manage-posts',
  pages: 'role-template-manage-singlepages',
  attachments: 'role-template-manage-attachments',
} as const;

/** Halo's API with a personal access token. */
export interface HaloApi {
  call(path: string, request?: SiteRequest): Promise<SiteResponse>;
  /**
   * A JSON answer. Throws `forbidden` when Halo does not accept the token or the token lacks the role, else the Fault of
   * the status; `what` names the resource.
   */
  json(path: string, ask: HaloAsk): Promise<Readonly<Record<string, unknown>>>;
  /**
   * The same of a JSON Patch, made and sent again while Halo's own work changes the resource. Throws `conflict` when
   * that goes on.
   */
  patch(
    path: string,
    operations: () => Promise<readonly PatchOperation[]>,
    ask: HaloAsk,
  ): Promise<Readonly<Record<string, unknown>>>;
}

export interface HaloAsk {
  readonly what: string;
  readonly role: keyof typeof roleOf;
  readonly request?: SiteRequest;
}

export interface PatchOperation {
  readonly op: 'add' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

/** JSON Pointer to an annotation (RFC 6901). */
export const annotationPath = (key: string): string =>
  `/metadata/annotations/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;

export const createHaloApi = (client: SiteClient, token: string): HaloApi => {
  const call = (path: string, request: SiteRequest = {}) =>
    client.request(path, {
      ...request,
      keepsPath: true,
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...request.headers },
    });
  const json = async (path: string, { what, role, request }: HaloAsk) => {
    const response = await call(path, request);
    refuse(response.status, role);
    return record(jsonOf(response, what));
  };
  return {
    call,
    json,
    patch: (path, operations, ask) =>
      untilSettled(
        async () =>
          json(path, {
            ...ask,
            request: {
              ...ask.request,
              method: 'PATCH',
              body: JSON.stringify(await operations()),
              headers: { 'content-type': 'application/json-patch+json' },
            },
          }),
        ask.request?.signal,
      ),
  };
};

/** Writes again while Halo's own work changes the resource; it answers 500 when what a step removes has gone meanwhile. */
export const untilSettled = async <T>(write: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  for (let tried = 1; ; tried++)
    try {
      return await write();
    } catch (error) {
      const isPassing = isFault(error, 'conflict') || isFault(error, 'unavailable');
      if (!isPassing || tried >= tries) throw error;
      await pause(firstPauseMs * 2 ** (tried - 1), undefined, { signal });
    }
};

/** Throws when Halo refuses the token for lack of validity or of a role. */
const refuse = (status: number, role: keyof typeof roleOf): void => {
  if (status === 401 || (status >= 300 && status < 400)) throw forbidden(explained('halo_token_refused'));
  if (status === 403) throw forbidden(explained('halo_token_lacks', { roles: roleOf[role] }));
};
