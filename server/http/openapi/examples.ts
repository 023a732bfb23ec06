import type { Media } from './media.ts';
import type { Operation } from './operation.ts';
import recorded from './examples.json' with { type: 'json' };

/** A request and its reply, as `npm run examples` recorded them. */
interface Example {
  readonly request?: unknown;
  readonly reply?: unknown;
}

const examples: Readonly<Record<string, Example | undefined>> = recorded;

/** The operation with the recorded request and reply, where there are any. */
export function withExample(operation: Operation, method: string, path: string): Operation {
  const { request, reply } = examples[`${method} ${path}`] ?? {};
  const { requestBody, responses } = operation;
  const ok = responses['200'];
  return {
    ...operation,
    ...(requestBody && {
      requestBody: { ...requestBody, content: exampleIn(requestBody.content, request) },
    }),
    responses: {
      ...responses,
      ...(ok?.content && { 200: { ...ok, content: exampleIn(ok.content, reply) } }),
    },
  };
}

/** Media types whose example is an object of fields. */
const withFields: ReadonlySet<string> = new Set(['application/json', 'multipart/form-data']);

function exampleIn(
  content: Readonly<Record<string, Media>>,
  example: unknown,
): Readonly<Record<string, Media>> {
  if (example === undefined) return content;
  const entries = Object.entries(content).map(([type, media]) =>
    withFields.has(type) ? [type, { ...media, example }] : [type, media],
  );
  return Object.fromEntries(entries);
}
