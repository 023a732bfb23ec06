import { consolePrefix, publicPrefix } from '../contract/api.ts';
import type { Endpoint, Group, Reply } from '../contract/endpoint.ts';
import type { ErrorStyle } from '../contract/faults.ts';

/** What may be sent for a parsed value: a field may be left out where the contract has a default. */
export type Sent<T> = T extends readonly (infer I)[]
  ? readonly Sent<I>[]
  : T extends object
    ? { readonly [K in keyof T]?: Sent<T[K]> | undefined }
    : T | string | null;

/** The parts of a request to an operation. */
export interface RequestParts<B = unknown> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: Sent<B> | FormData | undefined;
  readonly signal?: AbortSignal | undefined;
}

type BodyOf<E> = E extends Endpoint<any, any, infer B> ? B : never;

/** The parts of a request to the operation `E`. */
export type RequestOf<E> = RequestParts<BodyOf<E>>;
/** The JSON reply of the operation `E`. */
export type ReplyOf<E> = Reply<E>;

/** A failure that the service reported, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  /** A code word of the service, such as `JOB_GONE`; empty when it named none. */
  readonly code: string;
  constructor(message: string, status: number, code = '') {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

const prefixes: Readonly<Record<Group['prefix'], string>> = {
  console: consolePrefix,
  public: publicPrefix,
  root: '',
};

/** The path of an operation with its parameters and query filled in. */
export function pathOf(
  group: Group,
  endpoint: Endpoint,
  { params = {}, query = {} }: Pick<RequestParts, 'params' | 'query'>,
): string {
  const path = endpoint.path.replace(/\{(\w+)\*?\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(field, String(value));
  }
  const text = search.toString();
  return prefixes[group.prefix] + path + (text === '' ? '' : `?${text}`);
}

/** The failure that a reply reports; groups put the reason into `message`, `error` or `detail`. */
export function failureIn(
  response: Pick<Response, 'ok' | 'status'>,
  value: unknown,
  style?: ErrorStyle,
): ApiError | undefined {
  const fields = typeof value === 'object' && value !== null ? value : {};
  const text = (name: string) => {
    const field: unknown = Reflect.get(fields, name);
    return typeof field === 'string' ? field : '';
  };
  const flag = style?.style === 'success-flag' ? 'success' : style?.style === 'flag' ? style.flag : undefined;
  const refused = flag !== undefined && Reflect.get(fields, flag) === false;
  const onlyError = text('error') !== '' && Object.keys(fields).length === 1;
  if (response.ok && !refused && !onlyError) return undefined;
  const reason = text('message') || text('error') || text('detail') || `HTTP ${response.status}`;
  return new ApiError(reason, response.status, text('code'));
}
