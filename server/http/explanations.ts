import { explain } from '../../contract/explanations/explain.ts';
import type { FastifyRequest } from 'fastify';
import type { StreamEvent } from '../../contract/events.ts';

/** The fields of replies that hold a text of the service; the first one with a code is explained. */
const textFields = ['message', 'error', 'reason', 'errorMessage', 'detail', 'phaseText'] as const;

const isForAdmins = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config?.access === 'admin';

/** True for an administrator's request that says `Prefer: explanations` (RFC 7240), as the console does. */
export const wantsExplanations = (request: FastifyRequest): boolean =>
  isForAdmins(request) && /\bexplanations\b/.test(String(request.headers['prefer'] ?? ''));

/** A reply for this caller: with the code and parameters of each text of the service if the caller asked for them, otherwise without. */
export function repliedTo(request: FastifyRequest, value: unknown): unknown {
  if (!isForAdmins(request)) return value;
  return wantsExplanations(request) ? withExplanations(value) : withoutExplanations(value);
}

/** The same for the events of a stream. */
export function eventsRepliedTo(
  request: FastifyRequest,
  source: AsyncIterable<StreamEvent>,
): AsyncIterable<StreamEvent> {
  return isForAdmins(request) ? eachRepliedTo(request, source) : source;
}

async function* eachRepliedTo(
  request: FastifyRequest,
  source: AsyncIterable<StreamEvent>,
): AsyncGenerator<StreamEvent> {
  for await (const event of source) yield repliedTo(request, event) as StreamEvent;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Adds `explanation` to every object of a reply that has a text of the service. For texts stored without a code it is
 * derived from the words. Objects without such a text are returned unchanged.
 */
export const withExplanations = (value: unknown): unknown =>
  changed(value, (fields) => {
    const explanation = 'explanation' in fields ? undefined : explanationOf(fields);
    return explanation ? { ...fields, explanation } : fields;
  });

/** Removes the explanations that the handler has added to the texts of a reply. */
export const withoutExplanations = (value: unknown): unknown =>
  changed(value, (fields) => {
    if (!('explanation' in fields)) return fields;
    const { explanation: _, ...others } = fields;
    return others;
  });

/** Applies `change` to each object of a reply, inner ones first; unchanged objects keep their identity. */
function changed(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = value;
    const results = parts.map((part) => changed(part, change));
    return results.some((part, index) => part !== parts[index]) ? results : value;
  }
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  // An explanation has texts among its parameters, which are not texts of the reply.
  const results = entries.map(
    ([name, field]) => [name, name === 'explanation' ? field : changed(field, change)] as const,
  );
  const isSame = results.every(([, field], index) => field === entries[index]?.[1]);
  return change(isSame ? value : Object.fromEntries(results));
}

function explanationOf(fields: Fields) {
  for (const name of textFields) {
    const text = fields[name];
    const explanation = typeof text === 'string' ? explain(text) : undefined;
    if (explanation) return explanation;
  }
  return undefined;
}

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
