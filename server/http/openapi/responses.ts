import type { z } from 'zod';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { failureSchema, failuresOf } from './failures.ts';
import { eventDescriptions } from './events.ts';
import type { Response } from './media.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

/** Responses of an operation: its reply, failures in the style of its group, refusals of the HTTP layer. */
export function responsesOf(endpoint: Endpoint, isAdmins: boolean, hasBody: boolean, schemas: Schemas) {
  return { ...replyOf(endpoint, schemas), ...failuresOf(endpoint, isAdmins, hasBody) };
}

function replyOf(
  { method, reply, errors, caching }: Endpoint,
  schemas: Schemas,
): Readonly<Record<string, Response>> {
  switch (reply.kind) {
    case 'empty':
      return { 204: { description: 'Done' } };
    case 'document': {
      const types = Object.entries(reply.content);
      if (types.length === 0) return {};
      const content = contentOf(types, schemas);
      return {
        200: { description: 'A page, file or text', content },
        ...(reply.inParts && {
          206: { description: 'The part of a media file that the header `Range` asks for', content },
          416: { description: 'The media file has no such part; `Content-Range` tells its size' },
        }),
        ...Object.fromEntries(
          Object.entries(reply.without).map(([status, description]) => [status, { description }]),
        ),
        ...((method === 'GET' || 'text/html' in reply.content) && {
          '3XX': elsewhere,
        }),
      };
    }
    case 'json': {
      const schema = schemas.convert(reply.schema, 'output');
      const failure = 'ok' in errors && errors.ok ? failureSchema(errors) : undefined;
      const description = failure ? 'The result, or a failure at the same status' : 'The result';
      return {
        200: {
          description,
          content: {
            'application/json': { schema: failure ? { anyOf: [schema, failure] } : schema },
            ...(reply.orDocument && { [reply.orDocument]: { schema: { type: 'string' } } }),
          },
        },
        ...((reply.orDocument || caching) && { '3XX': elsewhere }),
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
          description: 'Server-sent events; the last frame is always data:[DONE]',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
          'x-events': members,
        },
      };
    }
  }
}

const elsewhere: Response = {
  description: 'It is at the address of the header `Location`, or has not changed',
};

const contentOf = (types: readonly (readonly [string, z.ZodType | null])[], schemas: Schemas) =>
  Object.fromEntries(
    types.map(([type, schema]) => [
      type,
      { schema: schema === null ? textOrBytes(type) : schemas.convert(schema, 'output') },
    ]),
  );

const textOrBytes = (type: string): JsonSchema =>
  /^(?:image|application)\/(?!x-ndjson)/.test(type)
    ? { type: 'string', format: 'binary' }
    : { type: 'string' };
