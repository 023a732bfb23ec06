import type { ErrorStyle } from '../contract/faults.ts';

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

/** The failure that a reply reports; groups put the reason into `message`, `error` or `detail`. */
function failureIn(
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

/** The JSON value of a reply. Throws {@link ApiError} for a failure that it reports. */
export async function valueOf(response: Response, style?: ErrorStyle): Promise<unknown> {
  const value: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  const failure = failureIn(response, value, style);
  if (failure) throw failure;
  return value;
}

/** The body of a streamed reply. Throws {@link ApiError} when the service refused before it streamed. */
export async function streamOf(response: Response, style?: ErrorStyle): Promise<ReadableStream<Uint8Array>> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (isStream && response.body) return response.body;
  await valueOf(response, style);
  throw new ApiError('The reply is not a stream', response.status);
}
