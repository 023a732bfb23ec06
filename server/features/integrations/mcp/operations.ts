import type { McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { mayCall } from '../../../../contract/account.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import {
  parsed,
  type AnyHandler,
  type Implementation,
  type RequestContext,
} from '../../../http/implement.ts';
import { isFault } from '../../../kit/fault.ts';
import type { Log } from '../../../ports/log.ts';
import { failed, textResult, unavailableText } from './results.ts';

/** An operation that only reads, as a tool. */
interface Reading {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
}

/** The operations that a token of scope `analytics` may call and that answer with JSON. */
export const readingOf = (implementations: readonly Implementation[]): readonly Reading[] =>
  implementations.flatMap(({ group, handlers }) =>
    Object.entries(group.endpoints).flatMap(([operation, endpoint]) => {
      const handler = handlers[operation];
      const isRead = endpoint.method === 'GET' && endpoint.reply.kind === 'json';
      if (!isRead || !handler || !mayCall('analytics', `${group.name}.${operation}`)) return [];
      return [{ name: snake(`${group.name}_${operation}`), endpoint, handler }];
    }),
  );

const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');

/** Adds each operation as a tool with names, limits and descriptions of the contract; its result is the operation's reply. */
export function addOperations(
  server: McpServer,
  readings: readonly Reading[],
  { context, log }: { readonly context: RequestContext; readonly log: Log },
): void {
  for (const { name, endpoint, handler } of readings) {
    server.registerTool(
      name,
      {
        title: endpoint.summary,
        description: endpoint.summary,
        inputSchema: inputOf(endpoint),
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async (input) => {
        try {
          const sent = sentAs(input);
          const reply = await handler(
            { params: parsed(endpoint.params, sent), query: parsed(endpoint.query, sent), body: {} },
            context,
          );
          return textResult(JSON.stringify(reply), Array.isArray(reply) ? { items: reply } : Object(reply));
        } catch (error) {
          if (context.signal.aborted) throw error;
          return failed(reasonOf(error, log, context));
        }
      },
    );
  }
}

/** Reason why a call failed: the message of a refusal; otherwise a general sentence, with the cause in the log. */
function reasonOf(error: unknown, log: Log, { requestId }: RequestContext): string {
  if (isFault(error)) return error.message;
  log.warn({ err: String(error), requestId }, 'a tool failed');
  return unavailableText;
}

/** Converts arguments to the form of a query string, which the operation's schema parses. */
const sentAs = (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  );

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Input schema of the tool. It only describes the values; the operation validates them itself, so that error messages are the same as over
 * HTTP.
 */
function inputOf({ params, query }: Endpoint): StandardSchemaWithJSON<Arguments, Arguments> {
  const [path, rest] = [params, query].map(
    (schema) => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }).properties ?? {},
  );
  const schema = {
    type: 'object',
    properties: { ...path, ...rest },
    required: Object.keys(path ?? {}),
  };
  const read = z.record(z.string(), z.unknown());
  return {
    '~standard': {
      ...read['~standard'],
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}
