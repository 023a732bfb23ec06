import { explain } from '../../contract/explanations/explain.ts';
import type { FastifyRequest } from 'fastify';
import type { StreamEvent } from '../../contract/events.ts';

/** The fields of replies that hold a text of the service; the first one with a code is explained. */
const textFields = ['message', 'error', 'reason', 'errorMessage', 'detail', 'phaseText'] as const;

/** True for an administrator's request that says `Prefer: explanations` (RFC 7240), as the console does. */
export const wantsExplanations = ({ headers, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config?.access === 'admin' && /\bexplanations\b/.test(String(headers['prefer'] ?? ''));

/**
 * A reply to an administrator with the code and the parameters of each text of the service beside it, as `explanation`.
 * Objects without such a text stay the ones they are.
 */
export function withExplanations(value: unknown): unknown {
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = value;
    const told = parts.map(withExplanations);
    return told.some((part, index) => part !== parts[index]) ? told : value;
  }
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  const told = entries.map(([name, field]) => [name, withExplanations(field)] as const);
  const isSame = told.every(([, field], index) => field === entries[index]?.[1]);
  const explanation = 'explanation' in value ? undefined : explanationOf(value);
  if (isSame && explanation === undefined) return value;
  return { ...Object.fromEntries(told), ...(explanation && { explanation }) };
}

/** The same for the events of a stream. */
export async function* eventsWithExplanations(
  source: AsyncIterable<StreamEvent>,
): AsyncGenerator<StreamEvent> {
  for await (const event of source) yield withExplanations(event) as StreamEvent;
}

function explanationOf(fields: Readonly<Record<string, unknown>>) {
  for (const name of textFields) {
    const text = fields[name];
    const told = typeof text === 'string' ? explain(text) : undefined;
    if (told) return told;
  }
  return undefined;
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
