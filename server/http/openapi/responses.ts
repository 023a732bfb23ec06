import type { Endpoint } from '../../../contract/endpoint.ts';
import type { ErrorStyle } from '../../../contract/faults.ts';
import { eventDescriptions } from './events.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

export interface Media {
  readonly schema: JsonSchema;
}

export interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, Media>>;
  /** The events of a stream: name, meaning, payload. */
  readonly 'x-events'?: readonly EventMember[];
}

export interface EventMember {
  readonly event: string;
  readonly description: string;
  readonly data: JsonSchema;
}

/** Responses of an operation: its reply, failures in the style of its group, refusals of the HTTP layer. */
export function responsesOf(endpoint: Endpoint, isAdmins: boolean, hasBody: boolean, schemas: Schemas) {
  return {
    ...replyOf(endpoint, schemas),
    ...failuresOf(endpoint.errors),
    ...(isAdmins
      ? { 401: problem('No administrator credentials'), 403: problem('Not an administrator') }
      : {}),
    ...(hasBody
      ? { 413: problem('The body is too large'), 415: problem('The content type is not readable') }
      : {}),
  };
}

function replyOf({ reply, errors }: Endpoint, schemas: Schemas): Readonly<Record<string, Response>> {
  switch (reply.kind) {
    case 'empty':
      return { 204: { description: 'Done' } };
    case 'document':
      return {
        200: { description: 'A page, file or text', content: { '*/*': { schema: { type: 'string' } } } },
      };
    case 'json': {
      const schema = schemas.convert(reply.schema, 'output');
      const failure = 'ok' in errors && errors.ok ? failureShapes[errors.style](errors) : undefined;
      const description = failure ? 'The result, or a failure at the same status' : 'The result';
      return {
        200: {
          description,
          content: {
            'application/json': { schema: failure ? { anyOf: [schema, failure] } : schema },
            ...(reply.orDocument && { [reply.orDocument]: { schema: { type: 'string' } } }),
          },
        },
      };
    }
    case 'stream': {
      const members = [...new Set(['token' as const, ...reply.events])].map((event) => ({
        event,
        description: eventDescriptions[event].meaning,
        data: schemas.convert(eventDescriptions[event].data, 'output'),
      }));
      return {
        200: {
          ...eventStream('Server-sent events; the last frame is always data:[DONE]'),
          'x-events': members,
        },
      };
    }
  }
}

function failuresOf(errors: ErrorStyle): Readonly<Record<string, Response>> {
  switch (errors.style) {
    case 'error-field':
    case 'success-flag':
    case 'flag': {
      if (errors.ok === true) return {};
      const failure = jsonOf('The failure', failureShapes[errors.style](errors));
      return errors.ok === 'except-invalid' ? { 400: failure } : { '4XX': failure, '5XX': failure };
    }
    case 'openai': {
      const failure = jsonOf('The failure', failureShapes.openai());
      return { '4XX': failure, '5XX': failure };
    }
    case 'chat-reply':
    case 'debug-stream':
      return { 400: jsonOf('The input is not valid', failureShapes['error-field']()) };
    case 'chat-stream':
    case 'search-stream':
      return { 400: eventStream('The input is not valid: one token that says why, then data:[DONE]') };
    case 'error-stream':
    case 'progress-stream':
      return {};
  }
}

/** JSON schema of a failure. */
const failureShapes = {
  'error-field': () => object({ error: { type: 'string' }, code: { type: 'string' } }, ['error']),
  'success-flag': () =>
    object({ success: { const: false }, message: { type: 'string' }, code: { type: 'string' } }, [
      'success',
      'message',
    ]),
  openai: () =>
    object(
      { error: object({ message: { type: 'string' }, type: { type: 'string' } }, ['message', 'type']) },
      ['error'],
    ),
  flag: (errors: ErrorStyle) => {
    const flag = errors.style === 'flag' ? errors.flag : 'success';
    return object({ [flag]: { const: false }, error: { type: 'string' } }, [flag, 'error']);
  },
} as const;

const object = (properties: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

const jsonOf = (description: string, schema: JsonSchema): Response => ({
  description,
  content: { 'application/json': { schema } },
});

const eventStream = (description: string): Response => ({
  description,
  content: { 'text/event-stream': { schema: { type: 'string' } } },
});

const problem = (description: string): Response => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Refusals of the HTTP layer (RFC 9457). */
export const problemSchema: JsonSchema = object(
  {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    requestId: { type: 'string' },
    timestamp: { type: 'string', format: 'date-time' },
    error: { type: 'string', description: 'The same as detail' },
  },
  ['title', 'status', 'detail', 'error'],
);
