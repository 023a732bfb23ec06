import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { configGroups } from '../../contract/config/groups.ts';
import { openApiDocument } from '../../server/http/openapi.ts';
import { docstrings } from '../../build/docstrings.ts';
import examples from '../../server/http/openapi/examples.json' with { type: 'json' };
import kept from '../../server/http/openapi/docstrings.json' with { type: 'json' };
import { closed, publishedReplies, publishedSchemas } from '../published-replies.ts';

const document = openApiDocument();
const { schemaAt } = publishedSchemas(document);

type Fields = Readonly<Record<string, unknown>>;

/** Every object of the document with its place. */
function* partsOf(value: unknown, place: readonly string[] = []): Generator<[Fields, readonly string[]]> {
  if (typeof value !== 'object' || value === null) return;
  yield [{ ...value }, place];
  for (const [key, inner] of Object.entries(value)) yield* partsOf(inner, [...place, key]);
}
const parts = [...partsOf(JSON.parse(JSON.stringify(document)))];

test('API2: every pattern is one that RE2 and the languages of generators read, without a class that Python lacks', () => {
  const patterns = new Set(parts.flatMap(([{ pattern }]) => (typeof pattern === 'string' ? [pattern] : [])));
  expect(patterns.size).toBeGreaterThan(5);
  for (const pattern of patterns) {
    expect(() => RE2JS.compile(pattern)).not.toThrow();
    expect(pattern).not.toMatch(/\\p\{|\(\?[!=<]/);
  }
});

test('API2: what the settings accept in capitals the published patterns accept too', () => {
  const place = ['components', 'schemas', 'Config', 'properties'];
  const accepts = (group: string, field: string, value: unknown) =>
    schemaAt([...place, group, 'properties', field])(value);
  expect(accepts('chat', 'widgetThemeColor', '#ABCDEF')).toBe(true);
  expect(accepts('chat', 'widgetThemeColor', '#abc')).toBe(true);
  expect(accepts('chat', 'widgetThemeColor', 'red')).toBe(false);
  expect(accepts('search', 'themeColor', '')).toBe(true);
  for (const [link, fits] of [
    ['HTTPS://Example.org/a', true],
    ['MailTo:a@example.org', true],
    ['/contact', true],
    ['/', true],
    ['//elsewhere.example', false],
    ['ftp://example.org', false],
  ] as const)
    expect([link, accepts('chat', 'contactUrl', link)]).toEqual([link, fits]);
  for (const [origin, fits] of [
    ['HTTPS://*.Example.org:8443', true],
    ['https://münchen.example', true],
    ['https://例え.テスト', true],
    ['http://[::1]:80', true],
    ['https://a b.example', false],
    ['https://example.org/path', false],
  ] as const)
    expect([origin, accepts('access', 'allowedOrigins', [origin])]).toEqual([origin, fits]);
  expect(configGroups.access.safeParse({ allowedOrigins: ['https://a\u{1F600}.example'] }).success).toBe(
    false,
  );
});

test('API2: what is required is among the properties', () => {
  const lacking = parts.flatMap(([{ required, properties }, place]) =>
    Array.isArray(required) && place.at(-1) !== 'properties'
      ? required.filter((name) => !Object.hasOwn(Object(properties), name)).map((name) => [...place, name])
      : [],
  );
  expect(lacking).toEqual([]);
});

test('API2: an integer without a bound within 32 bits has a format', () => {
  const integers = parts.filter(
    ([{ type }, place]) => type === 'integer' && place.at(-1) !== 'properties' && !place.includes('example'),
  );
  const unsaid = integers.filter(
    ([{ maximum, format }]) => format === undefined && !(Number(maximum ?? Infinity) < 2 ** 31),
  );
  expect(unsaid.map(([, place]) => place)).toEqual([]);
  expect(integers.length).toBeGreaterThan(100);
});

test('API2: no value has only the type null, for which generators have no type', () => {
  const nulls = parts.filter(
    ([{ type }, place]) => type === 'null' && !/^(?:any|one)Of$/.test(place.at(-2) ?? ''),
  );
  expect(nulls.map(([, place]) => place)).toEqual([]);
});

test('API2: what has a format has a type', () => {
  const untyped = parts.filter(
    ([part, place]) =>
      typeof part['format'] === 'string' && !('type' in part) && place.at(-1) !== 'properties',
  );
  expect(untyped.map(([, place]) => place)).toEqual([]);
});

test('API2: there is no closed tuple, and every default fits its schema', () => {
  const wrong: unknown[] = [];
  for (const [part, place] of parts) {
    if ('prefixItems' in part) wrong.push([...place, 'prefixItems']);
    // A property may have the name, too.
    if (!('default' in part) || place.at(-1) === 'properties') continue;
    if (!schemaAt(place)(part['default'])) wrong.push([...place, part['default']]);
  }
  expect(wrong).toEqual([]);
  expect(parts.filter(([part]) => 'default' in part).length).toBeGreaterThan(50);
});

test('API1: a reply that the description does not describe, or a field of it, is found by the check of all tests', () => {
  const check = publishedReplies(document);
  const sent = { method: 'GET', path: '/healthz', status: 200, mediaType: 'application/json' };
  expect(() => check({ ...sent, text: '{"status":"up"}' })).not.toThrow();
  expect(() => check({ ...sent, text: '{"status":"down"}' })).toThrow('GET /healthz 200');
  expect(() => check({ ...sent, text: '{"status":"up","mood":"good"}' })).toThrow('mood');
  expect(() => check({ ...sent, mediaType: 'text/html', text: '' })).not.toThrow();
  expect(() => check({ ...sent, mediaType: 'text/html', text: 'x' })).toThrow('text/html is not described');
  expect(() => check({ ...sent, status: 100, text: '' })).toThrow('the status is not described');
});

test('API3: the docstrings of the contract are those in its sources (npm run docstrings)', () => {
  expect(kept).toEqual(docstrings());
});

test('API3: every operation and parameter is described, and words, bounds and defaults of a query are said', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  );
  const silent = operations.flatMap(({ path, operation }) => [
    ...(operation.description === '' ? [path] : []),
    ...(operation.parameters ?? []).flatMap(({ name, description }) =>
      description ? [] : [`${path} ${name}`],
    ),
  ]);
  expect(silent).toEqual([]);
  const schemaOf = (path: string, name: string) =>
    document.paths[consolePrefix + path]?.['get']?.parameters?.find((parameter) => parameter.name === name)
      ?.schema;
  expect(schemaOf('/chat-logs', 'page')).toMatchObject({ type: 'integer', minimum: 0, default: 0 });
  expect(schemaOf('/chat-logs', 'size')).toMatchObject({ minimum: 1, maximum: 100, default: 20 });
  expect(schemaOf('/usage/stats', 'range')).toMatchObject({ enum: ['today', '7d', '30d'], default: 'today' });
  expect(schemaOf('/chat-logs/export', 'format')).toMatchObject({ enum: ['csv', 'jsonl'], default: 'csv' });
});

test('API4: every recorded example is one of an operation, and fits its schema without a field that is not described', () => {
  const shown = parts.filter(([part, place]) => 'example' in part && place.at(-2) === 'content');
  const exact = publishedSchemas(closed(document));
  const wrong = shown.flatMap(([{ example }, place]) => {
    const check = exact.schemaAt([...place, 'schema']);
    return check(example) ? [] : [[...place, check.errors?.[0]]];
  });
  expect(wrong).toEqual([]);
  const operations = new Set(shown.map(([, place]) => `${place[2]?.toUpperCase()} ${place[1]}`));
  expect(Object.keys(examples).filter((operation) => !operations.has(operation))).toEqual([]);
  expect(operations.size).toBeGreaterThan(155);
});
