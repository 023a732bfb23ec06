import type { Endpoint, Reply } from '../contract/endpoint.ts';
import type { EventName, StreamEvent } from '../contract/events.ts';

/**
 * The type of a value in a request: the input type of its schema (`I`). When that is `unknown`, the output type (`O`), or a text or
 * `null`, which the service also accepts.
 */
export type Sent<I, O> = unknown extends I
  ? Loose<O>
  : I extends readonly (infer A)[]
    ? readonly Sent<A, O extends readonly (infer B)[] ? B : unknown>[]
    : I extends object
      ? { readonly [K in keyof I]: Sent<I[K], K extends keyof O ? O[K] : unknown> }
      : I;

type Loose<O> = unknown extends O
  ? unknown
  : O extends readonly (infer B)[]
    ? readonly Loose<B>[] | null
    : O extends object
      ? { readonly [K in keyof O]?: Loose<O[K]> | undefined }
      : O | null;

/** A part with required fields is itself required. */
type Part<N extends string, T> = [keyof T] extends [never]
  ? unknown
  : Partial<T> extends T
    ? { readonly [K in N]?: T | undefined }
    : { readonly [K in N]: T };

type Params<P> = { readonly [K in keyof P]: P[K] extends string ? P[K] : string };
type Query<Q> = { readonly [K in keyof Q]?: Q[K] | undefined };
type Body<B, I> = Part<'body', Sent<I, B>> | { readonly body: FormData };

/** Parts of a request to the operation `E`: its path, its query, its body, and a signal that ends it. */
export type RequestOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, any, infer I>
    ? { readonly signal?: AbortSignal | undefined } & Part<'params', Params<P>> &
        Part<'query', Query<Q>> &
        (E extends { method: 'GET' } ? unknown : Body<B, I>)
    : never;

/** The JSON reply of the operation `E`. */
export type ReplyOf<E> = Reply<E>;

/** The possible events in the stream of the operation `E`. */
export type EventsOf<E> =
  E extends Endpoint<any, any, any, infer R, any>
    ? R extends { kind: 'stream'; events: infer N extends readonly EventName[] }
      ? Extract<StreamEvent, { readonly event: N[number] | 'token' | 'error' }>
      : never
    : never;

/** The arguments of an operation; optional when nothing is required. */
type Arguments<T> = Partial<T> extends T ? [request?: T] : [request: T];

/** A streaming operation yields events up to `[DONE]`; any other resolves with its reply. */
export type Operation<E> =
  E extends Endpoint<any, any, any, infer R, any>
    ? R extends { kind: 'stream' }
      ? (...request: Arguments<RequestOf<E>>) => AsyncGenerator<EventsOf<E>>
      : R extends { kind: 'document' }
        ? (...request: Arguments<RequestOf<E>>) => Promise<Response>
        : (...request: Arguments<RequestOf<E>>) => Promise<ReplyOf<E>>
    : never;
