import { wordsOf } from '../../contract/wording.ts';
import { Fault } from '../kit/fault.ts';
import type { InterfaceLanguage } from '../../contract/site/interface-language.ts';
import type { Endpoint, Group, Input, Reply } from '../../contract/endpoint.ts';
import type { StreamEvent } from '../../contract/events.ts';
import type { Caller } from '../ports/host.ts';

/** The caller and the context of the request. */
export interface RequestContext {
  readonly caller: Caller;
  /** The caller as named in the list of changes; `''` when unknown. */
  readonly by: string;
  /** Says that a write found nothing to change, so that the list of changes has nothing of it. */
  readonly nothingChanged: () => void;
  readonly visitor: Visitor;
  /** Language of the browser, for texts that do not follow a question's language. */
  readonly language: InterfaceLanguage;
  /** Aborted when the client leaves or the service stops. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** `https://host` as the visitor's browser sees the service, with the path of a prefix (`https://host/docent`). */
  readonly origin: string;
  /** True when the reply should be a page for a browser; programs get JSON where there is a choice. */
  readonly wantsPage: boolean;
  /** True when a text of the site should be Markdown and no page. */
  readonly wantsMarkdown: boolean;
  /** The request headers that the operation names in the contract; absent ones are missing. */
  readonly headers: Readonly<Record<string, string>>;
  /** Cookies and headers that some operations need; handlers see no others. */
  readonly credentials: {
    readonly address?: string | undefined;
    readonly authorization: string | undefined;
    readonly cookies: Readonly<Record<string, string | undefined>>;
  };
}

export interface Visitor {
  /** Client address; forwarded headers count only from trusted proxies. */
  readonly address: string;
  readonly userAgent: string;
}

/** A finished page, file or text. */
export interface Document {
  readonly status: number;
  readonly contentType: string;
  /** Expensive content is produced by a function; it is not called for HEAD, and its signal aborts when the client leaves. */
  readonly body: string | Uint8Array | Pieces | ((signal: AbortSignal) => Promise<Pieces>);
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Players of media ask for a part of its bytes; the contract of the operation says so as well. */
  readonly inParts?: boolean;
}

type Pieces = AsyncIterable<string | Uint8Array>;

type Handler<E> =
  E extends Endpoint<any, any, any, infer R, any>
    ? (
        input: Input<E>,
        context: RequestContext,
      ) => R extends { kind: 'stream' }
        ? AsyncIterable<StreamEvent>
        : R extends { kind: 'document' }
          ? Promise<Document>
          : R extends { orDocument: string }
            ? Promise<NoInfer<Reply<E>> | Document>
            : Promise<NoInfer<Reply<E>>>
    : never;

export type Handlers<E extends Record<string, Endpoint>> = { readonly [K in keyof E]: Handler<E[K]> };

/** A group of operations with a handler for each. */
export interface Implementation {
  readonly group: Group;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
}

/** A write of an administrator as it was asked for and is answered. */
export interface FinishedWrite {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly reply: unknown;
  readonly by: string;
}

/** A part of the service: its routes and its background work. */
export interface Feature extends Partial<AsyncDisposable> {
  readonly routes: readonly Implementation[];
  /** Starts background work; called once, when questions can be answered. */
  start?(): void | Promise<void>;
  /** Cleans up; called about once a day, by one process of the service. */
  everyDay?(): Promise<unknown>;
}

/** A handler as the HTTP layer calls it, after the input was parsed by the operation's schemas. */
export type AnyHandler = (
  input: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
  context: RequestContext,
) => AsyncIterable<StreamEvent> | Promise<unknown>;

/** Binds handlers to the operations of a group; a missing or wrong one is a type error. */
export function implement<E extends Record<string, Endpoint<any, any, any, any, any>>>(
  group: Group<E>,
  handlers: NoInfer<Handlers<E>>,
): Implementation {
  return { group, handlers: handlers as Implementation['handlers'] };
}

/** Parses a value by a schema of the contract. Throws the Fault `invalid` with the message and the name of the first wrong field. */
export function parsed(schema: Endpoint['body'], value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Fault('invalid', issue ? wordsOf(issue) : 'The request is not valid', {
    ...(issue && issue.path.length > 0 && { param: issue.path.join('.') }),
  });
}
