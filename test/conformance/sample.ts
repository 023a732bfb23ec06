/** What is read of a JSON schema. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

type Below = (bound: number) => number;

const deepest = 6;
const texts = [
  'coffee',
  'How hot should the water be?',
  '2026-11-20',
  'happy',
  '/pet-skins/x.png',
  'http://127.0.0.1:9/v1',
  'builtin-hot-articles',
  '\u{1F600}\u{1F600}',
  'e\u0301\u200B\u202E',
  '\uFEFF',
];

/** JSON that a schema takes, by chance, but for up to two places, which are missing or hold `anything`. */
export const almostRight = (schema: JsonSchema, below: Below, anything: () => unknown): string => {
  const body = sample(schema, schema, below, 0);
  const places: (readonly [holder: Record<string, unknown>, key: string])[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      places.push([value as Record<string, unknown>, key]);
      walk(inner);
    }
  };
  walk(body);
  for (let count = below(3); count > 0; count -= 1) {
    const [holder, key] = places[below(places.length)] ?? [];
    if (!holder || key === undefined) break;
    if (below(6) === 0) delete holder[key];
    else holder[key] = anything();
  }
  return JSON.stringify(body);
};

/** Of fields that may be missing, four in five are there. */
const sample = (schema: JsonSchema, root: JsonSchema, below: Below, depth: number): unknown => {
  const inner = (one: JsonSchema) => sample(one, root, below, depth + 1);
  const pick = <T>(values: readonly T[]) => values[below(values.length)];
  if (depth > deepest) return 'x';
  if (schema.$ref !== undefined) return inner(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum);
  const either = pick(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []);
  if (either) return inner(either);
  switch (schema.type) {
    case 'string':
      return pick(texts)?.slice(0, schema.maxLength);
    case 'integer':
    case 'number':
      return pick([0, 1, 2, 100, schema.minimum ?? 1, schema.maximum ?? 3]);
    case 'boolean':
      return below(2) === 0;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: 1 + below(2) }, () => inner(schema.items ?? {}));
    case 'object':
      return objectOf(schema, below, inner);
    default:
      return pick(texts);
  }
};

const objectOf = (
  { properties = {}, required = [], additionalProperties: others }: JsonSchema,
  below: Below,
  inner: (schema: JsonSchema) => unknown,
): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || below(5) > 0)
      .map(([name, schema]) => [name, inner(schema)]),
  ),
  ...(typeof others === 'object' && { 'main-chat': inner(others) }),
});
