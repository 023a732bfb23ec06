import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import type { Endpoint, Group, Reply } from '../../contract/endpoint.ts';
import type { ErrorStyle } from '../../contract/faults.ts';
import { language } from '../text/language-choice.ts';
import { noteSignedIn, renewSession } from './session.ts';

/** What may be sent for a parsed value: every field may be left out where the contract has a default. */
export type Sent<T> = T extends readonly (infer I)[]
  ? readonly Sent<I>[]
  : T extends object
    ? { readonly [K in keyof T]?: Sent<T[K]> | undefined }
    : T | string | null;

/** The parts of a request to an operation. */
export interface Asked<B = unknown> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: Sent<B> | FormData | undefined;
  readonly signal?: AbortSignal | undefined;
}

type BodyOf<E> = E extends Endpoint<any, any, infer B> ? B : never;
type OperationOf<G extends Group, K extends keyof G['endpoints']> = G['endpoints'][K];
/** What an operation of a group is asked with. */
export type AskedOf<G extends Group, K extends keyof G['endpoints']> = Asked<BodyOf<OperationOf<G, K>>>;

/** A failure that the service reported, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  /** A code word of the service, such as `JOB_GONE`. */
  readonly code: string;
  constructor(message: string, status: number, code = '') {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

const starts: Readonly<Record<Group['prefix'], string>> = {
  console: consolePrefix,
  public: publicPrefix,
  root: '',
};

/** The address of an operation with its path and query filled in. */
export function addressOf<G extends Group>(
  group: G,
  name: keyof G['endpoints'] & string,
  { params = {}, query = {} }: Pick<Asked, 'params' | 'query'> = {},
): string {
  const path = endpointOf(group, name).path.replace(/\{(\w+)\*?\}/g, (_, part: string) =>
    encodeURIComponent(params[part] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(field, String(value));
  }
  const text = search.toString();
  return starts[group.prefix] + path + (text === '' ? '' : `?${text}`);
}

function endpointOf(group: Group, name: string): Endpoint {
  const endpoint = group.endpoints[name];
  if (!endpoint) throw new Error(`${group.name} has no operation ${name}`);
  return endpoint;
}

/** Sends a request as the signed-in administrator; where the session has ended, again once it is renewed. */
export async function send<G extends Group, K extends keyof G['endpoints'] & string>(
  group: G,
  name: K,
  asked: AskedOf<G, K>,
): Promise<Response> {
  const { body, signal } = asked;
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData;
  const response = await fetch(addressOf(group, name, asked), {
    method: endpointOf(group, name).method,
    headers: {
      // What the service writes for the administrator is in the language of the console, not of the browser.
      'accept-language': language.value,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (response.status === 401) {
    await renewSession();
    signal?.throwIfAborted();
    return send(group, name, asked);
  }
  noteSignedIn();
  return response;
}

/** Calls an operation and resolves with its reply; throws {@link ApiError} for every failure it reports. */
export async function call<G extends Group, K extends keyof G['endpoints'] & string>(
  group: G,
  name: K,
  asked: AskedOf<G, K> = {},
): Promise<Reply<OperationOf<G, K>>> {
  const response = await send(group, name, asked);
  const value: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  const failure = failureIn(response, value, endpointOf(group, name).errors);
  if (failure) throw failure;
  return value as Reply<OperationOf<G, K>>;
}

/** Failures look different from group to group (see `contract/faults.ts`); all name their reason in one of two fields. */
export function failureIn(
  response: { readonly ok: boolean; readonly status: number },
  value: unknown,
  style?: ErrorStyle,
) {
  const said = typeof value === 'object' && value !== null ? value : {};
  const text = (name: string) => {
    const field: unknown = Reflect.get(said, name);
    return typeof field === 'string' ? field : '';
  };
  // Where a flag is no sign of failure it is data: a task that has not succeeded yet, for one.
  const flag = style?.style === 'success-flag' ? 'success' : style?.style === 'flag' ? style.flag : undefined;
  const refused = flag !== undefined && Reflect.get(said, flag) === false;
  const onlyError = text('error') !== '' && Object.keys(said).length === 1;
  if (response.ok && !refused && !onlyError) return undefined;
  const reason = text('message') || text('error') || text('detail') || `HTTP ${response.status}`;
  return new ApiError(reason, response.status, text('code'));
}

/** The words of any error, for the administrator. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
