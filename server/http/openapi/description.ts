import { scopeOperations } from '../../../contract/account.ts';
import type { Endpoint, Group } from '../../../contract/endpoint.ts';
import type { ErrorStyle } from '../../../contract/faults.ts';

/** An endpoint under its name; `twin` is a suffix for the second path of the same operation. */
export interface NamedEndpoint {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly twin: string;
}

/** What callers of an operation need to know besides its summary: who may call it, what it costs, and how it fails. */
export function descriptionOf(group: Group, { name, endpoint, twin }: NamedEndpoint): string {
  const scopes = Object.entries(scopeOperations).flatMap(([scope, operations]) =>
    (operations as readonly string[]).includes(`${group.name}.${name}`) ? [scope] : [],
  );
  return [
    `${endpoint.summary}.`,
    group.access === 'admin'
      ? scopes.length > 0
        ? `For administrators, and for tokens of scope ${scopes.join(' or ')}.`
        : 'For administrators.'
      : 'For everybody.',
    ...(endpoint.spends ? ['It may cost money, so pages may call it from allowed origins only.'] : []),
    ...(twin === '' ? [] : ['The same operation at a second path.']),
    ...(endpoint.bodyBytes === undefined
      ? []
      : [`The body, or its file, may have ${endpoint.bodyBytes.toLocaleString('en')} bytes.`]),
    failureWords(endpoint.errors),
  ].join(' ');
}

function failureWords(errors: ErrorStyle): string {
  switch (errors.style) {
    case 'error-field':
      return errors.ok ? 'A failure is 200 with `error`.' : 'A failure has its own status, with `error`.';
    case 'success-flag':
      return errors.ok === true
        ? 'A failure is 200 with `success: false` and `message`.'
        : errors.ok === 'except-invalid'
          ? 'A failure is 200 with `success: false` and `message`; an invalid request is 400 with the same.'
          : 'A failure has its own status, with `success: false` and `message`.';
    case 'flag':
      if (errors.ok === 'except-stale')
        return `A failure is 200 with \`${errors.flag}: false\` and \`error\`; a save over somebody else’s is 409 with \`conflicts\`, too.`;
      return errors.ok
        ? `A failure is 200 with \`${errors.flag}: false\` and \`error\`.`
        : `A failure has its own status, with \`${errors.flag}: false\` and \`error\`.`;
    case 'search-reply':
      return 'A search that the index cannot answer is 200 with no articles and `error`; any other failure has its own status, with `error`.';
    case 'chat-reply':
      return 'An invalid request is 400 with `error`; closed chat is 200 with `error`; any other failure is told in `reply` at 200.';
    case 'chat-stream':
    case 'search-stream':
      return 'A failure is a token that tells of it, and the end of the stream; an invalid request is 400 with the same.';
    case 'debug-stream':
      return 'An invalid request is 400 with `error`; any other failure is a token and the end of the stream.';
    case 'error-stream':
    case 'progress-stream':
      return 'A failure is the event `error` and the end of the stream.';
    case 'openai':
      return 'A failure has its own status, in the form of OpenAI.';
    case 'json-rpc':
      return 'A failure is a JSON-RPC error.';
  }
}
