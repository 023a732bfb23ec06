import type { Explanation } from '../contract/explanations/explain.ts';
import type { ErrorStyle } from '../contract/faults.ts';

/** A failure reported by the service, with its message. */
export class ApiError extends Error {
  readonly status: number;
  /** Code of the failure, such as `JOB_GONE`; empty for none. */
  readonly code: string;
  /** The message as a code with parameters, if it has one, for translation. */
  readonly explanation: Explanation | undefined;
  /** All fields of the reply, such as the `conflicts` of a save. */
  fields: Readonly<Record<string, unknown>> = {};
  constructor(message: string, status: number, code = '', explanation?: Explanation) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.explanation = explanation;
  }
}

/** Failure in a reply; groups use `message`, `error` or `detail`. */
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
  const onlyError =
    text('error') !== '' && Object.keys(fields).every((name) => name === 'error' || name === 'explanation');
  if (response.ok && !refused && !onlyError) return undefined;
  const reason = text('message') || text('error') || text('detail') || `HTTP ${response.status}`;
  const failure = new ApiError(reason, response.status, text('code'), explanationIn(fields));
  failure.fields = { ...fields };
  return failure;
}

/** Explanation beside a message. */
function explanationIn(fields: object): Explanation | undefined {
  const field: unknown = Reflect.get(fields, 'explanation');
  const isOne = typeof field === 'object' && field !== null && 'code' in field && 'params' in field;
  return isOne ? (field as Explanation) : undefined;
}

/** JSON value of a reply. Throws {@link ApiError} for a reported failure. */
export async function valueOf(response: Response, style?: ErrorStyle): Promise<unknown> {
  const value: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  const failure = failureIn(response, value, style);
  if (failure) throw failure;
  return value;
}

/** Body of a streaming reply. Throws {@link ApiError} when the request was refused before the stream. */
export async function streamOf(response: Response, style?: ErrorStyle): Promise<ReadableStream<Uint8Array>> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (isStream && response.body) return response.body;
  await valueOf(response, style);
  throw new ApiError('The reply is not a stream', response.status);
}
