import { mcpLimits } from '../../../../contract/integrations.ts';
import { isFault } from '../../../kit/fault.ts';
import type { Document } from '../../../http/implement.ts';
import { fieldsOf } from './calls.ts';

/**
 * Counts the searches in a request before its messages are processed. Resolves with a refusal in JSON-RPC form when the
 * batch is too long, or when the address has used up its searches.
 */
export async function admitMessages(
  body: unknown,
  admit: () => Promise<void>,
): Promise<Document | undefined> {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (messages.length > mcpLimits.batch)
    return refusal(400, invalidRequest(`A batch may hold at most ${mcpLimits.batch} messages`));
  try {
    for (const message of messages) if (isSearch(message)) await admit();
    return undefined;
  } catch (error) {
    if (!isFault(error, 'limited')) throw error;
    const { retryAfterSeconds = 1 } = error.details;
    const errors = messages.flatMap((message) => errorFor(message, error.message));
    return refusal(429, Array.isArray(body) ? errors : errors[0], {
      'retry-after': String(retryAfterSeconds),
    });
  }
}

function isSearch(message: unknown): boolean {
  const { method, params } = fieldsOf(message);
  return method === 'tools/call' && fieldsOf(params)['name'] === 'search';
}

/** JSON-RPC 2.0, section 5.1: the code of an invalid request, and the first of those that servers may define. */
const codes = { invalidRequest: -32_600, limited: -32_000 } as const;

const invalidRequest = (message: string) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code: codes.invalidRequest, message },
});

/** The error for a request; a notification, which has no id, gets none. */
function errorFor(message: unknown, words: string): readonly object[] {
  const { id } = fieldsOf(message);
  if (typeof id !== 'string' && typeof id !== 'number') return [];
  return [{ jsonrpc: '2.0', id, error: { code: codes.limited, message: words } }];
}

const refusal = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Document => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body ?? []),
  headers,
});
