import type { Endpoint } from '../../../contract/endpoint.ts';
import type { ErrorStyle } from '../../../contract/faults.ts';
import type { Media, Response } from './media.ts';
import type { JsonSchema } from './schemas.ts';

const object = (properties: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

const text = (description: string): JsonSchema => ({ type: 'string', description });
const falseSchema: JsonSchema = { type: 'boolean', const: false };

const openAiError = object(
  {
    message: text('What is wrong, for people'),
    type: text('Kind of the failure, such as `invalid_request_error`'),
    param: { type: ['string', 'null'], description: 'The field that is wrong' },
    code: { type: ['string', 'null'], description: 'For programs, such as `context_length_exceeded`' },
  },
  ['message', 'type', 'param', 'code'],
);

/** A text as code and parameters, for translation. */
const explanation: JsonSchema = {
  type: 'object',
  description: 'The text as a code with parameters, for consoles with words of their own',
};

const problemFields = {
  type: text('Always about:blank'),
  title: text('The words of the status'),
  status: { type: 'integer', format: 'int32', description: 'The status' },
  detail: text('What is wrong, for people'),
  instance: text('Path of the request'),
  requestId: text('The same as in the header `X-Request-Id`'),
  timestamp: { type: 'string', format: 'date-time', description: 'When it was refused' },
} satisfies Record<string, JsonSchema>;

function flagFailureName(flag: string): string {
  return `${flag.charAt(0).toUpperCase()}${flag.slice(1)}Failure`;
}

const conflictSchema: JsonSchema = object(
  {
    path: text('group.field'),
    revision: { type: 'integer', format: 'int64', description: 'Revision of the group that holds theirs' },
    base: { description: 'The value before both saves, where it is known' },
    yours: { description: 'The value of this save' },
    theirs: { description: 'The value that is saved' },
    rows: {
      type: 'array',
      items: { type: 'object' },
      description: 'Rows of a list or map that both have changed: `key`, `base`, `yours`, `theirs`',
    },
    ordered: {
      type: 'boolean',
      const: true,
      description: 'A list whose order is its meaning: one side is taken whole',
    },
    secret: {
      type: 'boolean',
      const: true,
      description: 'A secret that both have set, of which neither side is shown',
    },
  },
  ['path'],
);

/** What somebody else has saved since, of a save that names the revision it was read from. */
const conflicts: JsonSchema = { type: 'array', items: conflictSchema };

const flagFailure = (flag: string) =>
  object(
    {
      [flag]: falseSchema,
      error: text('What is wrong, for people'),
      code: text('The failure for programs, where it has a code'),
      explanation,
      ...(flag === 'saved' && { conflicts }),
    },
    [flag, 'error'],
  );

/** Schemas of failures by their names in the document. */
const failureSchemas: Readonly<Record<string, JsonSchema>> = {
  /** Refusals of the HTTP layer (RFC 9457). */
  Problem: object(
    {
      ...problemFields,
      error: text('The same as detail'),
      success: falseSchema,
      message: text('The same as detail'),
      code: text('The failure for programs, where it has a code'),
      explanation,
    },
    ['title', 'status', 'detail', 'error'],
  ),
  OpenAiProblem: object({ ...problemFields, error: openAiError, explanation }, ['error']),
  OpenAiFailure: object({ error: openAiError, explanation }, ['error']),
  JsonRpcFailure: object(
    {
      ...problemFields,
      jsonrpc: { type: 'string', const: '2.0' },
      id: { type: ['string', 'number', 'null'], description: 'Of the message, where it could be read' },
      error: object({ code: { type: 'integer', format: 'int32' }, message: { type: 'string' } }, [
        'code',
        'message',
      ]),
    },
    ['jsonrpc', 'error'],
  ),
  ErrorField: object(
    {
      error: text('What is wrong, for people'),
      code: text('The failure for programs, where it has a code'),
      explanation,
      conflicts,
    },
    ['error'],
  ),
  Failure: object(
    {
      success: falseSchema,
      message: text('What is wrong, for people'),
      code: text('The failure for programs, where it has a code, such as `JOB_GONE`'),
      explanation,
      conflicts,
    },
    ['success', 'message'],
  ),
  ...Object.fromEntries(
    ['connected', 'saved', 'merged', 'deleted', 'cleared', 'success'].map((flag) => [
      flagFailureName(flag),
      flagFailure(flag),
    ]),
  ),
};

/** The schemas of failures that a document refers to. */
export function failureComponents(references: ReadonlySet<string>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(failureSchemas).filter(([name]) => references.has(refTo(name))));
}

const refTo = (name: string) => `#/components/schemas/${name}`;
const schemaOf = (name: string): JsonSchema => ({ $ref: refTo(name) });

/** Schema of a failure of the style. Throws RangeError for a flag without one. */
export function failureSchema(errors: ErrorStyle): JsonSchema {
  const name = nameOf(errors);
  if (!(name in failureSchemas)) throw new RangeError(`the failure ${name} is not described`);
  return schemaOf(name);
}

function nameOf(errors: ErrorStyle): string {
  switch (errors.style) {
    case 'success-flag':
      return 'Failure';
    case 'flag':
      return flagFailureName(errors.flag);
    case 'openai':
      return 'OpenAiFailure';
    case 'json-rpc':
      return 'JsonRpcFailure';
    default:
      return 'ErrorField';
  }
}

type Contents = Readonly<Record<string, Media>>;

/** Failures of an operation by status: as its group reports them, and refusals of the HTTP layer. */
export function failuresOf(
  { errors, reply, decode }: Endpoint,
  isAdmins: boolean,
  hasBody: boolean,
): Readonly<Record<string, Response>> {
  const refusal: Contents =
    errors.style === 'json-rpc'
      ? {}
      : {
          'application/problem+json': {
            schema: schemaOf(errors.style === 'openai' ? 'OpenAiProblem' : 'Problem'),
          },
        };
  const own = reportedAs(errors);
  const pages: Contents =
    reply.kind === 'document' && ('text/html' in reply.content || '*/*' in reply.content)
      ? { 'text/html': { schema: { type: 'string' } } }
      : {};
  const response = (description: string, content: Contents): Response => ({ description, content });
  return {
    ...(own.invalid && { 400: response('The request is not valid', { ...own.invalid, ...refusal }) }),
    ...(own.stale && { 409: response('Somebody else has saved the same fields since', own.stale) }),
    ...(isAdmins && {
      401: response('No administrator credentials', { ...own.any, ...refusal }),
      403: response('Not an administrator, or not allowed', { ...own.any, ...refusal }),
    }),
    ...(hasBody &&
      decode !== 'none' && {
        413: response('The body is too large', { ...own.any, ...refusal }),
        415: response('The content type is not readable', { ...own.any, ...refusal }),
      }),
    '4XX': response('The failure', { ...own.any, ...refusal, ...pages }),
    '5XX': response('The service or its models failed', { ...own.any, ...refusal, ...pages }),
  };
}

interface Reported {
  /** Body for an invalid request, if it differs. */
  readonly invalid?: Contents;
  /** Body for a save that conflicts with what someone else has saved in the meantime. */
  readonly stale?: Contents;
  /** Body for any failure with a status of its own. */
  readonly any?: Contents;
}

function reportedAs(errors: ErrorStyle): Reported {
  const asJson = { 'application/json': { schema: failureSchema(errors) } };
  switch (errors.style) {
    case 'error-field':
      return errors.ok ? {} : { any: asJson };
    case 'flag':
      if (errors.ok === 'except-stale') return { stale: asJson };
      return errors.ok ? {} : { any: asJson };
    case 'success-flag':
      return errors.ok === undefined ? { any: asJson } : errors.ok === true ? {} : { invalid: asJson };
    case 'openai':
    case 'search-reply':
      return { any: asJson };
    case 'json-rpc': {
      const one = failureSchema(errors);
      // Each request of a batch has an error of its own.
      return { any: { 'application/json': { schema: { anyOf: [one, { type: 'array', items: one }] } } } };
    }
    case 'chat-reply':
    case 'debug-stream':
      return { invalid: asJson };
    case 'chat-stream':
    case 'search-stream':
      return { invalid: { 'text/event-stream': { schema: { type: 'string' } } } };
    case 'error-stream':
    case 'progress-stream':
      return {};
  }
}
