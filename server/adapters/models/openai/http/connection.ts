import type { Dispatcher, FormData } from 'undici';
import { explained } from '../../../../kit/explained.ts';
import { isFault } from '../../../../kit/fault.ts';
import type { ModelSpec } from '../../models-file.ts';
import {
  createToFault,
  networkReason,
  providerMessage,
  statusIn,
  withoutList,
  type ToFault,
} from './errors.ts';
import { withAddressHint } from './address-hint.ts';
import { encodeBody, type Body } from './encode-body.ts';
import { parseJson } from '../../../../kit/json.ts';
import { at, textAt } from './json.ts';
import { windowIn } from './context-window.ts';
import { createDeadline, type Deadline } from './deadline.ts';
import { wishedWait } from './retry-after.ts';

/** A 2xx response of the provider whose body is still to be read. */
export interface Answer {
  readonly contentType: string;
  readonly body: Dispatcher.ResponseData['body'];
}

/** Limits of one request. */
export interface Bounds {
  readonly timeoutMs: number;
  /** Largest response, in bytes. */
  readonly maxBytes: number;
}

/** HTTP connection to one model with its address and key. Every failure is a Fault `upstream`. */
export interface Connection {
  readonly toFault: ToFault;
  /**
   * Sends a request to a path below the base URL.
   * @throws Fault `upstream`, or the reason of the caller's signal
   */
  open(path: string, body: Body, accept: string, deadline: Deadline): Promise<Answer>;
  /**
   * Reads a response as JSON, up to `maxBytes`, by `parse`, which returns `undefined` for anything else.
   * @throws Fault `upstream` when it is not JSON, or an error sent with status 200
   */
  json(
    answer: Answer,
    deadline: Deadline,
    maxBytes: number,
    parse?: (text: string) => unknown,
  ): Promise<unknown>;
  /** Reads JSON from another address of the server; `post` sends a body. */
  look(url: string, signal: AbortSignal, bounds: Bounds, post?: Body): Promise<unknown>;
  /** Sends a request and reads its JSON response within the bounds. */
  ask(path: string, body: Body, signal: AbortSignal, bounds: Bounds): Promise<unknown>;
  /** Downloads a file from the provider's own origin. */
  fetch(url: URL, signal: AbortSignal, bounds: Bounds): Promise<Uint8Array>;
  /** Error for the caller, from one that ended a request or a body. */
  toCallerError(error: unknown, deadline: Deadline, caller: AbortSignal): unknown;
}

/** Loads the HTTP library at the first request, since it takes a twentieth of the start time. */
export type HttpClient = () => Promise<{
  readonly request: typeof import('undici').request;
  readonly dispatcher: Dispatcher;
  readonly createForm: () => FormData;
}>;

/** `POST` with a body, otherwise `GET`. */
interface Sent {
  readonly body?: Body;
  readonly accept: string;
}

/**
 * Connects to a model of the file. The key is read once and stays in this closure. Redirects are not followed, since
 * they could send the key elsewhere.
 */
export function connect(spec: ModelSpec, client: HttpClient): Connection {
  const key = spec.key();
  const plainFault = createToFault(spec.name, key);
  const toFault: ToFault = (failure) => plainFault(withAddressHint(failure, spec.baseUrl));
  const headers = { ...spec.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };

  const send = async (url: string, { body, accept }: Sent, deadline: Deadline) => {
    const { request, dispatcher, createForm } = await client();
    const encoded = body === undefined ? { headers: {} } : encodeBody(body, createForm);
    const response = await deadline.wait(() =>
      request(url, {
        method: body === undefined ? 'GET' : 'POST',
        dispatcher,
        signal: deadline.signal,
        headers: { ...headers, ...encoded.headers, accept },
        ...('body' in encoded ? { body: encoded.body } : {}),
      }),
    );
    // An abandoned body emits an error that nobody handles; the relevant one is thrown where the body is read.
    response.body.on('error', () => {});
    if (response.statusCode >= 200 && response.statusCode < 300) return response;
    const text = await readBytes(response.body, MAX_ERROR_BYTES, deadline).then(
      ({ bytes }) => decode(bytes),
      () => '',
    );
    const json = parseJson(text);
    throw toFault({
      kind: 'status',
      status: response.statusCode,
      reason: providerMessage(json, plainText(text)) || unexplained(response.statusCode),
      window: [400, 413, 422, 500].includes(response.statusCode) ? windowIn(json, text) : undefined,
      retryAfterSeconds: wishedWait((name) => headerText(response.headers[name]), text, Date.now()),
    });
  };

  const connection: Connection = {
    toFault,
    async open(path, body, accept, deadline) {
      const response = await send(`${spec.baseUrl}${path}`, { body, accept }, deadline);
      const contentType = headerText(response.headers['content-type']).toLowerCase();
      if (contentType.includes('text/html')) {
        response.body.destroy();
        throw toFault({ kind: 'protocol', reason: webPage });
      }
      return { contentType, body: response.body };
    },
    async json(answer, deadline, maxBytes, parse = parseJson) {
      const json = parse(decode(await whole(answer, deadline, maxBytes)));
      if (json === undefined) throw toFault({ kind: 'protocol', reason: explained('model_no_json') });
      if (isErrorBody(json))
        throw toFault({
          kind: 'status',
          status: statusIn(json),
          reason: providerMessage(json, explained('model_no_result')),
        });
      return json;
    },
    ask: (path, body, signal, { timeoutMs, maxBytes }) =>
      within(signal, timeoutMs, async (deadline) =>
        connection.json(await connection.open(path, body, 'application/json', deadline), deadline, maxBytes),
      ),
    look: (url, signal, { timeoutMs, maxBytes }, post) =>
      within(signal, timeoutMs, async (deadline) => {
        const response = await send(
          url,
          { ...(post && { body: post }), accept: 'application/json' },
          deadline,
        );
        return parseJson(decode(await whole(response, deadline, maxBytes)));
      }),
    fetch: (url, signal, { timeoutMs, maxBytes }) =>
      within(signal, timeoutMs, async (deadline) =>
        whole(await send(url.href, { accept: '*/*' }, deadline), deadline, maxBytes),
      ),
    toCallerError(error, deadline, caller) {
      if (caller.aborted) return caller.reason;
      if (deadline.expired !== undefined) return toFault({ kind: 'timeout', reason: deadline.expired });
      const reason = networkReason(error);
      // An error without a code is a bug and thrown as it is.
      return isFault(error) || reason === undefined ? error : toFault({ kind: 'network', reason });
    },
  };

  async function whole(
    { body }: Pick<Answer, 'body'>,
    deadline: Deadline,
    maxBytes: number,
  ): Promise<Uint8Array> {
    const { bytes, cut } = await readBytes(body, maxBytes, deadline);
    if (cut) throw toFault({ kind: 'protocol', reason: explained('model_answer_long', { bytes: maxBytes }) });
    return bytes;
  }

  async function within<T>(
    signal: AbortSignal,
    timeoutMs: number,
    work: (deadline: Deadline) => Promise<T>,
  ): Promise<T> {
    const deadline = createDeadline(signal, timeoutMs);
    try {
      return await work(deadline);
    } catch (error) {
      throw connection.toCallerError(error, deadline, signal);
    } finally {
      deadline.end();
    }
  }

  return connection;
}

/** True for an error sent with status 200: it has an error and no result. */
const isErrorBody = (json: unknown): boolean =>
  withoutList(json) !== json ||
  (textAt(json, 'message', 'content') === undefined &&
    ['choices', 'data', 'results', 'rankings', 'scores', 'embeddings', 'output', 'images'].every(
      (field) => at(json, field) === undefined || at(json, field) === null,
    ) &&
    !Array.isArray(json));

const MAX_ERROR_BYTES = 64 * 1024;

/** Reads a body up to a size and drops the rest. */
async function readBytes(
  body: Answer['body'],
  most: number,
  deadline: Deadline,
): Promise<{ bytes: Uint8Array; cut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const source: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  for (;;) {
    const next = await deadline.wait(() => source.next());
    if (next.done) return { bytes: Buffer.concat(chunks), cut: false };
    chunks.push(next.value);
    size += next.value.byteLength;
    if (size > most) {
      body.destroy();
      return { bytes: Buffer.concat(chunks), cut: true };
    }
  }
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const webPage = explained('model_web_page');
const unexplained = (status: number) =>
  status < 400 ? explained('model_redirects') : explained('model_no_reason');

/** Text of a proxy's HTML error page. */
const plainText = (text: string) =>
  text
    .replace(/<(style|script)[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .trim();

const headerText = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header.join(', ') : (header ?? '');
