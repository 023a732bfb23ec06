import { consolePrefix, publicPrefix } from '../contract/prefixes.ts';
import type { Endpoint, Group } from '../contract/endpoint.ts';

/** The parts of an endpoint that a call needs, without schemas. */
export type Called = Pick<Endpoint, 'method' | 'path' | 'errors'> & {
  readonly reply: { readonly kind: Endpoint['reply']['kind'] };
};

/** Input type of a parsed value: fields with a default are optional. */
export type Sent<T> = T extends readonly (infer I)[]
  ? readonly Sent<I>[]
  : T extends object
    ? { readonly [K in keyof T]?: Sent<T[K]> | undefined }
    : T | string | null;

/** Parts of a request. */
export interface RequestParts<B = unknown> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: Sent<B> | FormData | undefined;
  readonly signal?: AbortSignal | undefined;
}

type BodyOf<E> = E extends Endpoint<any, any, infer B, any, any> ? B : never;

/** Parts of a request to the operation `E`. */
export type RequestOf<E> = RequestParts<BodyOf<E>>;

const prefixes: Readonly<Record<Group['prefix'], string>> = {
  console: consolePrefix,
  public: publicPrefix,
  root: '',
};

/** Path of an operation with parameters and query. */
export function pathOf(
  group: Pick<Group, 'prefix'>,
  endpoint: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: Pick<RequestParts, 'params' | 'query'>,
): string {
  const path = endpoint.path.replace(/\{(\w+)\*?\}/g, (_, name: string) =>
    encodeURIComponent(given(params[name], name)),
  );
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(field, String(value));
  }
  const text = search.toString();
  return prefixes[group.prefix] + path + (text === '' ? '' : `?${text}`);
}

/** Throws TypeError for a missing path parameter, since the path would be that of another operation. */
function given(value: string | undefined, name: string): string {
  if (value === undefined || value === '')
    throw new TypeError(`The parameter ${name} of the path is missing`);
  return value;
}

/** Options of `fetch` for an operation. */
export function initOf(
  endpoint: Called,
  { body, signal }: Pick<RequestParts, 'body' | 'signal'>,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData;
  return {
    method: endpoint.method,
    headers: {
      accept: endpoint.reply.kind === 'stream' ? 'text/event-stream' : 'application/json',
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  };
}
