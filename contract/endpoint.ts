import { z } from 'zod';
import type { EventName } from './events.ts';
import { errorField, type ErrorStyle } from './faults.ts';

/** Access level of an operation: public, or administrators only. */
export type Access = 'public' | 'admin';

/**
 * Body decoding: `json` requires a JSON content type when there is a body (else 415), `text` reads JSON with any
 * content type, `form` is multipart with at most one file, `urlencoded` is a plain HTML form (or JSON), `raw` passes
 * bytes, for signatures.
 */
export type Decode = 'none' | 'json' | 'text' | 'form' | 'urlencoded' | 'raw';

/** Media types that a document may have; a schema where one is JSON, `null` for any text or bytes. */
export type Content = Readonly<Record<string, z.ZodType | null>>;

/** Kind of reply: one JSON value, nothing (204), a stream of events, or a finished document. */
export type ReplyKind<R = unknown> =
  | {
      readonly kind: 'json';
      readonly schema: z.ZodType<R>;
      /** Media type of a document that can be requested instead of JSON. */
      readonly orDocument?: string;
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'stream'; readonly events: readonly EventName[] }
  | {
      readonly kind: 'document';
      readonly content: Content;
      /** Statuses without content that it may have instead, with their meaning. */
      readonly without: Readonly<Record<number, string>>;
      /** A client may ask for a part of its bytes (206), or for one that is not there (416). */
      readonly inParts: boolean;
    };

/** An operation as a value. `P`, `Q`, `B` are the parsed path, query and body; `R` is the reply; `I` is the body as it is sent. */
export interface Endpoint<
  P = unknown,
  Q = unknown,
  B = unknown,
  R extends ReplyKind = ReplyKind,
  I = unknown,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly params: z.ZodType<P>;
  readonly query: z.ZodType<Q>;
  readonly body: z.ZodType<B, I>;
  readonly decode: Decode;
  /** Maximum size of the body, or of a form's file, in bytes; the server's default when missing. */
  readonly bodyBytes?: number;
  readonly reply: R;
  readonly errors: ErrorStyle;
  /** Request headers that the operation reads, in lower case. */
  readonly headers: readonly string[];
  /** True when it costs money, so that only allowed origins may call it. */
  readonly spends: boolean;
  /** Also served under v1alpha2 (spec 9). */
  readonly alsoV2: boolean;
  /** How clients may keep a JSON reply; with it the reply has an `ETag`. Missing: not at all. */
  readonly caching?: string;
}

const nothing = z.object({});

interface Parts<P, Q, B, R extends ReplyKind, I> {
  readonly summary: string;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B, I>;
  readonly decode?: Decode;
  readonly bodyBytes?: number;
  readonly reply: R;
  /** Format of the failures, when it is not the usual one. */
  readonly errors?: ErrorStyle;
  readonly headers?: readonly string[];
  readonly spends?: boolean;
  readonly alsoV2?: boolean;
  readonly caching?: string;
}

type Nothing = z.infer<typeof nothing>;

const define =
  (method: Endpoint['method'], usualErrors: ErrorStyle) =>
  <R extends ReplyKind, P = Nothing, Q = Nothing, B = Nothing, I = Nothing>(
    path: string,
    parts: Parts<P, Q, B, R, I>,
  ): Endpoint<P, Q, B, R, I> => ({
    method,
    path,
    summary: parts.summary,
    params: parts.params ?? (nothing as unknown as z.ZodType<P>),
    query: parts.query ?? (nothing as unknown as z.ZodType<Q>),
    body: parts.body ?? (nothing as unknown as z.ZodType<B, I>),
    decode: parts.decode ?? 'json',
    ...(parts.bodyBytes !== undefined && { bodyBytes: parts.bodyBytes }),
    reply: parts.reply,
    errors: parts.errors ?? usualErrors,
    headers: parts.headers ?? [],
    spends: parts.spends ?? false,
    alsoV2: parts.alsoV2 ?? false,
    ...(parts.caching !== undefined && { caching: parts.caching }),
  });

/** The makers of operations whose failures usually have this format. */
export const failingAs = (errors: ErrorStyle) => ({
  get: define('GET', errors),
  post: define('POST', errors),
  put: define('PUT', errors),
  del: define('DELETE', errors),
});

export const { get, post, put, del } = failingAs(errorField);

/** A JSON reply of the given shape. */
export const json = <R>(schema: z.ZodType<R>) => ({ kind: 'json', schema }) as const;
/** JSON, or on request a document of the given media type. */
export const jsonOr = <R>(orDocument: string, schema: z.ZodType<R>) =>
  ({ kind: 'json', schema, orDocument }) as const;
/** HTTP 204 without a body. */
export const empty = { kind: 'empty' } as const;
/** A stream that may carry the named events besides tokens; it ends with `[DONE]`. */
export const stream = <const N extends readonly EventName[]>(...events: N) =>
  ({ kind: 'stream', events }) as const;
/** A finished page, file or text in one of the media types. */
export const document = (
  content: Content,
  without: Readonly<Record<number, string>> = {},
  { inParts = false } = {},
) => ({ kind: 'document', content, without, inParts }) as const;

/** A group of operations with a common prefix and access level. */
export interface Group<E extends Record<string, Endpoint> = Record<string, Endpoint>> {
  readonly name: string;
  readonly prefix: 'public' | 'console' | 'root';
  readonly access: Access;
  /** True when anybody learns the cause of a failure, as at the sign-in; other public groups write it to the log only. */
  readonly tellsCauses?: true;
  /**
   * A second prefix of the operations: a proxy before Docent and a site hands over Docent's own prefixes only, and `/login` is the
   * site's.
   */
  readonly also?: 'console-pages' | 'halo-models';
  /**
   * What proves who asks, where that is more than the name of the host: a signature. Console operations ask for credentials
   * themselves; every other group is answered by known names only.
   */
  readonly anyHost?: true;
  /** True when a request that names an origin is answered for known origins only, reading included. */
  readonly knownOriginsOnly?: true;
  readonly endpoints: E;
}

export const group = <const E extends Record<string, Endpoint<any, any, any, any, any>>>(
  name: string,
  prefix: Group['prefix'],
  endpoints: E,
): Group<E> => ({ name, prefix, access: prefix === 'console' ? 'admin' : 'public', endpoints });

/** The parsed input of an operation. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, ReplyKind, any>
    ? { readonly params: P; readonly query: Q; readonly body: B }
    : never;

/** The JSON reply of an operation. */
export type Reply<E> =
  E extends Endpoint<any, any, any, infer R, any>
    ? R extends { kind: 'json'; schema: z.ZodType<infer T> }
      ? T
      : void
    : never;
