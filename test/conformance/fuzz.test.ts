import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ownGroups, specGroups } from '../../contract/api.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { ErrorStyle } from '../../contract/faults.ts';
import { createFrameReader } from '../../contract/frames.ts';
import { pathsOf } from '../../server/http/routing/paths.ts';
import { explained } from '../../server/kit/explained.ts';
import { articles } from '../api/site.ts';
import { adminToken, asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { assertNoBugs } from '../fakes/log.ts';
import { createFakeModels } from '../fakes/models.ts';
import { seeded } from '../fakes/random.ts';
import { projectRoot } from '../source-files.ts';
import { almostRight, type JsonSchema } from './sample.ts';

/*
 * Requests that nobody thought of, the same in every run: nothing of them may be an error of the service, and each
 * refusal has the form of its group.
 */

/** Operations that wait for the network, answer in a form of their own (JSON-RPC), or would take the credential of these tests away. */
const leftOut =
  /^\/(?:mcp(?:\/analytics)?|system\/doctor|healthz\/stream|account\/(?:password|generated-token.*))$/;
/** Requests to each operation, of either kind. */
const tries = 2;

const operations = [...specGroups, ...ownGroups].flatMap((group) =>
  Object.values(group.endpoints)
    .filter(({ path }) => !leftOut.test(path))
    .map((endpoint) => ({
      group,
      endpoint,
      fields: { query: fieldsOf(endpoint.query), body: fieldsOf(endpoint.body) },
      schema: schemaOf(endpoint.body),
    })),
);
type Operation = (typeof operations)[number];

let app: TestApp;
beforeAll(async () => {
  const models = createFakeModels({ chat: () => 'Use hot water for a light roast [1].' });
  const rebuildPauses = { retryMs: 10, beginMs: 10, wholeFirst: true };
  app = await createTestApp({ host: createFakeHost(articles), models, rebuildPauses });
});
afterAll(() => app[Symbol.asyncDispose]());

test('ERR5, ERR9, WIRE6, SSE3: garbage over every operation is refused in the form of its group, and tells nothing', async () => {
  const below = seeded(3);
  const wrong: unknown[] = [];
  for (const operation of operations) {
    for (let turn = 0; turn < tries; turn += 1) {
      for (const payload of [
        bodyOf(below, operation.fields.body),
        almostRight(operation.schema, below, () => anything(below, operation.fields.body)),
      ]) {
        const request = requestOf(operation, payload, below);
        const reply = await app.inject(request);
        const found = problemsOf(operation.endpoint, reply);
        if (found.length > 0)
          wrong.push({ found, request, status: reply.statusCode, body: reply.body.slice(0, 300) });
      }
    }
  }
  expect(wrong).toEqual([]);
  assertNoBugs(app.log);
  expect(operations.length * tries * 2).toBeGreaterThan(600);
});

type Below = (bound: number) => number;
const oneOf = <T>(below: Below, values: readonly [T, ...T[]]): T => values[below(values.length)] ?? values[0];

/** A value of any kind and size, nested up to three levels. */
function anything(below: Below, keys: readonly string[], depth = 0): unknown {
  const leaf = oneOf<() => unknown>(below, [
    () => null,
    () => below(2) === 0,
    () => oneOf(below, [0, -1, 0.5, 1e300, -1e-7, 2 ** 53, 4_294_967_296]),
    () =>
      oneOf(below, [
        '',
        ' ',
        'x',
        '你好',
        'true',
        '-5',
        '2026-02-30',
        '__proto__',
        '../../etc/passwd',
        "' or 1=1 --",
      ]),
    () =>
      oneOf(below, [
        '\u0000',
        '\ud800',
        'a\r\nb: c',
        '\u202eevil',
        '<script>',
        '${1}',
        '{{7*7}}',
        '%s%n',
        'x'.repeat(5_000),
      ]),
    () => 'builtin-hot-articles',
  ]);
  if (depth > 2 || below(3) > 0) return leaf();
  const size = below(4);
  return below(2) === 0
    ? Array.from({ length: size }, () => anything(below, keys, depth + 1))
    : objectOf(below, keys, depth + 1);
}

/** An object of the operation's own field names, so that requests get beyond the first check, and of strange ones. */
const objectOf = (below: Below, keys: readonly string[], depth: number): Record<string, unknown> =>
  Object.fromEntries(
    [...keys.filter(() => below(3) > 0), ...(below(3) === 0 ? ['__proto__', 'constructor', ''] : [])].map(
      (key) => [key, anything(below, keys, depth)],
    ),
  );

/** Names of the fields of a schema, at any depth. */
function fieldsOf(schema: z.ZodType): string[] {
  const names = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('properties' in value && typeof value.properties === 'object')
      for (const name of Object.keys(value.properties ?? {})) names.add(name);
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(schemaOf(schema));
  return [...names];
}

function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

function requestOf({ group, endpoint, fields }: Operation, payload: string, below: Below): InjectOptions {
  const [first = ''] = pathsOf(group, endpoint);
  const place = () =>
    encodeURIComponent(
      oneOf(below, [
        'none-such',
        'coffee',
        'happy',
        'sad',
        '0',
        '..;',
        '\u0000',
        'a/b',
        '你好',
        'x'.repeat(90),
      ]),
    );
  const path = first.replace(/\{\w+\*?\}/g, place);
  const query = objectOf(below, fields.query, 3);
  const search = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${textOf(value)}`);
  return {
    method: endpoint.method,
    url: `${path}?${[...search, ...(below(4) === 0 ? ['%zz', 'a[b]=c', '='] : [])].join('&')}`,
    headers: {
      ...(group.access === 'admin' && asAdmin),
      ...(endpoint.method !== 'GET' && { 'content-type': contentTypeOf(below) }),
      'accept-language': oneOf(below, ['en', 'zh-CN', ',;q=', 'x'.repeat(300), '*']),
      ...(below(3) === 0 && {
        'x-forwarded-for': oneOf(below, ['', 'unknown', '::1, evil', '999.1.1.1', 'x'.repeat(300)]),
      }),
      ...(below(3) === 0 && { prefer: 'explanations' }),
      ...(below(4) === 0 && { cookie: 'docent_session=%00; =; a' }),
      ...(below(4) === 0 && { accept: oneOf(below, ['text/html', 'image/*', 'x', ';']) }),
      ...(below(4) === 0 && { 'if-none-match': 'W/"', range: 'bytes=9-1' }),
    },
    ...(endpoint.method !== 'GET' && { payload }),
  };
}

/** A value in a query; half a surrogate pair, which has no percent encoding, becomes a broken one. */
function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}

const contentTypeOf = (below: Below) =>
  below(3) > 0
    ? 'application/json'
    : oneOf(below, [
        'text/plain',
        'multipart/form-data; boundary=x',
        'multipart/form-data',
        'application/json; charset=utf-7',
        'x',
      ]);

function bodyOf(below: Below, fields: readonly string[]): string {
  const value = below(3) > 0 ? objectOf(below, fields, 1) : anything(below, fields);
  const json = JSON.stringify(value);
  return oneOf(below, [
    json,
    json,
    json,
    json.slice(0, -1),
    '',
    `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${json}\r\n--x--`,
    '['.repeat(5_000),
    `\ufeff${json}`,
  ]);
}

interface Answer {
  readonly statusCode: number;
  readonly headers: { readonly 'content-type'?: string | undefined };
  readonly body: string;
}

/** Traces of a stack, of the machine, of the libraries and of the credentials. */
const told = [
  /\bat .+\.(?:ts|js):\d+/,
  /node_modules|node:internal/,
  /\b(?:Type|Syntax|Range|Reference|Zod|Sqlite|FST_)Error\b|FST_ERR|SQLITE_|Cannot read properties/,
  /\[object Object\]/,
];

function problemsOf(endpoint: Endpoint, { statusCode, headers, body }: Answer): string[] {
  const type = headers['content-type'] ?? '';
  const secrets = [adminToken, 'test-password', projectRoot].filter((secret) => body.includes(secret));
  const problems = secrets.map((secret) => `tells ${secret}`);
  const isRefused = body.includes(explained('database_no_copy').text);
  if (statusCode >= 500 && !isRefused) problems.push('is an error of the service');
  if (endpoint.reply.kind !== 'document' || statusCode >= 400)
    for (const trace of told) if (trace.test(body)) problems.push(`tells ${trace.source}`);
  if (type.startsWith('text/event-stream')) problems.push(...streamProblems(endpoint, body));
  else if (type.startsWith('application/problem+json')) problems.push(...problemProblems(body, statusCode));
  else if (type.startsWith('text/html') && endpoint.reply.kind === 'document') return problems;
  else if (statusCode >= 400 && !hasFormOf(endpoint.errors, body))
    problems.push('is not the form of its group');
  else if (statusCode === 204 && body !== '') problems.push('has a body');
  else if (statusCode === 200 && endpoint.reply.kind === 'json' && type.startsWith('application/json'))
    if (!endpoint.reply.schema.safeParse(JSON.parse(body)).success && !hasFormOf(endpoint.errors, body))
      problems.push('is neither a reply nor a failure');
  return problems;
}

function streamProblems({ reply }: Endpoint, body: string): string[] {
  const names = createFrameReader()(body).map(({ event }) => event);
  // The explanation comes to administrators who ask for it.
  const known = new Set<string>([
    'token',
    'error',
    'explanation',
    'done',
    ...(reply.kind === 'stream' ? reply.events : []),
  ]);
  return [
    ...(body.endsWith('data:[DONE]\n\n') && names.at(-1) === 'done' ? [] : ['does not end with [DONE]']),
    ...names.filter((name) => !known.has(name)).map((name) => `has an event ${name}`),
  ];
}

const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
  requestId: z.string(),
  timestamp: z.iso.datetime(),
});

function problemProblems(body: string, status: number): string[] {
  const problem = Problem.safeParse(JSON.parse(body));
  return problem.success && problem.data.status === status ? [] : ['is no whole problem'];
}

/** True for a body that is a failure in the operation's error style. */
function hasFormOf(style: ErrorStyle, body: string): boolean {
  const text = z.string().min(1);
  switch (style.style) {
    case 'success-flag':
      return fits(z.object({ success: z.literal(false), message: text }), body);
    case 'flag':
      return fits(z.object({ [style.flag]: z.literal(false), error: text }), body);
    case 'openai':
      return fits(z.object({ error: z.object({ message: text, type: text }) }), body);
    default:
      return fits(z.object({ error: text }), body);
  }
}

function fits(schema: z.ZodType, body: string): boolean {
  try {
    return schema.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
