import { z } from 'zod';
import * as account from '../../../contract/account.ts';
import * as agent from '../../../contract/agent.ts';
import * as articles from '../../../contract/articles/articles.ts';
import * as chat from '../../../contract/chat/chat.ts';
import * as chatLogs from '../../../contract/chat-logs.ts';
import * as evaluations from '../../../contract/evaluations/evaluations.ts';
import * as evaluationReport from '../../../contract/evaluations/report.ts';
import * as explanations from '../../../contract/explanations/explain.ts';
import * as events from '../../../contract/events.ts';
import * as excerpts from '../../../contract/excerpts.ts';
import * as integrations from '../../../contract/integrations.ts';
import * as intentRoutes from '../../../contract/intent-routes/intent-routes.ts';
import * as knowledge from '../../../contract/knowledge.ts';
import * as mindmap from '../../../contract/mindmap.ts';
import * as petRecord from '../../../contract/pets/record.ts';
import * as pets from '../../../contract/pets/pets.ts';
import * as search from '../../../contract/search.ts';
import * as usage from '../../../contract/usage/usage.ts';
import * as usageFigures from '../../../contract/usage/figures.ts';
import * as usageLimits from '../../../contract/usage/limits.ts';
import * as widgetConfig from '../../../contract/widget/widget-config.ts';
import * as articleNames from '../../../contract/articles/names.ts';
import * as config from '../../../contract/config/config.ts';
import * as configGroups from '../../../contract/config/groups.ts';
import * as shortcuts from '../../../contract/config/shortcuts.ts';
import * as doctor from '../../../contract/doctor.ts';
import * as comparison from '../../../contract/evaluations/comparison.ts';
import * as trial from '../../../contract/evaluations/trial.ts';
import * as routeFields from '../../../contract/intent-routes/route-fields.ts';
import * as modelOptions from '../../../contract/model-options.ts';
import * as petRequests from '../../../contract/pets/requests.ts';
import * as petStrokes from '../../../contract/pets/strokes.ts';
import * as petMask from '../../../contract/pets/mask.ts';
import * as system from '../../../contract/system.ts';
import * as writing from '../../../contract/writing/writing.ts';
import * as writingPatch from '../../../contract/writing/patch.ts';
import * as configPatch from '../../../contract/config/patch.ts';
import docstrings from './docstrings.json' with { type: 'json' };

/** Modules of the contract that export schemas; each schema becomes a component named as its export. */
const modules: readonly Readonly<Record<string, unknown>>[] = [
  account,
  agent,
  articles,
  chat,
  chatLogs,
  evaluations,
  evaluationReport,
  explanations,
  events,
  excerpts,
  integrations,
  intentRoutes,
  knowledge,
  mindmap,
  petRecord,
  pets,
  search,
  usage,
  usageFigures,
  usageLimits,
  widgetConfig,
  articleNames,
  config,
  configGroups,
  shortcuts,
  doctor,
  comparison,
  trial,
  routeFields,
  modelOptions,
  petRequests,
  petStrokes,
  petMask,
  system,
  writing,
  writingPatch,
  configPatch,
];

const names = new Map(
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      value instanceof z.ZodType && /^[A-Z]/.test(name) ? [[value, name] as const] : [],
    ),
  ),
);

const docstringOf = (name: string): string | undefined =>
  new Map(Object.entries<string>(docstrings)).get(name);

/** Subset of JSON Schema 2020-12 that the contract's schemas convert to. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export type Direction = 'input' | 'output';

/** Turns schemas of the contract into JSON Schema; named ones become components that the others refer to. */
export function createSchemas() {
  const components: Record<string, JsonSchema> = {};

  const componentOf = (name: string, schema: z.ZodType, direction: Direction): JsonSchema => {
    const key = direction === 'input' && !isSymmetric(schema) ? `${name}Input` : name;
    if (!(key in components)) {
      // Reserved first, since a schema may refer to itself.
      components[key] = {};
      const json = expand(schema, direction);
      const description = json.description ?? docstringOf(name);
      components[key] = { ...json, ...(description && { description }) };
    }
    return { $ref: `#/components/schemas/${key}` };
  };

  /** The schema itself, with references to the named ones inside. */
  const expand = (schema: z.ZodType, direction: Direction): JsonSchema => {
    const json = withReferences(schema, direction);
    return direction === 'input' ? explained(json, plain(schema, 'output')) : json;
  };

  const withReferences = (schema: z.ZodType, direction: Direction): JsonSchema =>
    plain(schema, direction, (inner) => {
      const name = inner === schema ? undefined : names.get(inner);
      return name === undefined ? undefined : componentOf(name, inner, direction);
    });

  return {
    components,
    expand,
    /** A reference when the schema has a name, otherwise the schema. */
    convert(schema: z.ZodType, direction: Direction): JsonSchema {
      const name = names.get(schema);
      return name === undefined ? expand(schema, direction) : componentOf(name, schema, direction);
    },
  };
}

export type Schemas = ReturnType<typeof createSchemas>;

const isSymmetric = (schema: z.ZodType) =>
  JSON.stringify(plain(schema, 'input')) === JSON.stringify(plain(schema, 'output'));

function plain(
  schema: z.ZodType,
  io: Direction,
  replace: (inner: z.ZodType) => JsonSchema | undefined = () => undefined,
): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const reference = zodSchema instanceof z.ZodType ? replace(zodSchema) : undefined;
      if (reference) {
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
        Object.assign(jsonSchema, reference);
      }
      // Bounds of safe integers carry no information.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // A generator of Go, Java or C# takes 32 bits for an integer without a format.
      if (jsonSchema.type === 'integer' && !isSmall(jsonSchema)) jsonSchema.format = 'int64';
      readByGenerators(jsonSchema);
    },
  });
  return json;
}

/** True for an integer that needs at most 32 bits. */
const isSmall = ({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: JsonSchema): boolean =>
  minimum >= -(2 ** 31) && maximum < 2 ** 31;

/**
 * Rewrites a schema for code generators, without changing its meaning: no closed tuples, records of known names with these as properties,
 * no redundant `additionalProperties`.
 */
function readByGenerators(schema: JsonSchema): void {
  const { prefixItems, items } = schema;
  if (prefixItems && items === false) {
    const kinds = [...new Set(prefixItems.map((item) => JSON.stringify(item)))];
    const [first = {}] = prefixItems;
    schema.items = kinds.length === 1 ? first : { anyOf: kinds.map((kind) => JSON.parse(kind)) };
    schema.minItems = schema.maxItems = prefixItems.length;
    delete schema.prefixItems;
  }
  const { propertyNames, required = [] } = schema;
  const names = typeof propertyNames === 'object' ? propertyNames.enum : undefined;
  if (names && names.length === required.length && typeof schema.additionalProperties === 'object') {
    const value = JSON.stringify(schema.additionalProperties);
    schema.properties = Object.fromEntries(required.map((name) => [name, JSON.parse(value)]));
    schema.additionalProperties = false;
    delete schema.propertyNames;
  }
  const { additionalProperties: more, properties = {} } = schema;
  const meansNothing = typeof more === 'object' && Object.keys(more).length === 0;
  if (meansNothing && Object.keys(properties).length > 0) delete schema.additionalProperties;
}

/** Describes lenient fields, whose input is any value, by their output. */
function explained(input: JsonSchema, output: JsonSchema): JsonSchema {
  if (!input.properties) return input;
  const properties = Object.entries(input.properties).map(([name, property]) => {
    const { description, ...rest } = asObject(property);
    const shown = Object.keys(rest).length > 0 ? rest : asObject(output.properties?.[name] ?? {});
    return [name, { ...shown, ...(description === undefined ? {} : { description }) }];
  });
  return { ...input, properties: Object.fromEntries(properties) };
}

/** JSON Schema also writes `true` for "anything". */
export const asObject = (schema: boolean | JsonSchema): JsonSchema =>
  typeof schema === 'boolean' ? {} : schema;
