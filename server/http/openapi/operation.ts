import type { Decode, Endpoint, Group } from '../../../contract/endpoint.ts';
import { descriptionOf, type NamedEndpoint } from './description.ts';
import type { Media, Response } from './media.ts';
import { responsesOf } from './responses.ts';
import { asObject, type JsonSchema, type Schemas } from './schemas.ts';
import { tagOf } from './tags.ts';

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly description?: string;
}

/** OpenAPI object of one operation of a group. */
export function operationOf(
  group: Group,
  { name, endpoint, twin }: NamedEndpoint,
  schemas: Schemas,
): Operation {
  const isAdmins = group.access === 'admin';
  const parameters = [
    ...parametersOf('path', endpoint.params, schemas),
    ...parametersOf('query', endpoint.query, schemas),
  ];
  const requestBody = bodyOf(endpoint, schemas);
  return {
    operationId: camelCase([group.prefix, group.name, name, twin]),
    summary: endpoint.summary,
    description: descriptionOf(group, { name, endpoint, twin }),
    tags: [tagOf(group)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(endpoint, isAdmins, requestBody !== undefined, schemas),
    security: isAdmins ? [{ token: [] }, { session: [] }] : [],
  };
}

const camelCase = (words: readonly string[]) =>
  words
    .flatMap((word) => word.split('-'))
    .filter(Boolean)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

function parametersOf(place: Parameter['in'], schema: Endpoint['query'], schemas: Schemas): Parameter[] {
  const { properties = {} } = schemas.expand(schema, 'input');
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = asObject(property);
    return {
      name,
      in: place,
      required: place === 'path' || needs(schema, name),
      schema: Object.keys(rest).length === 0 ? { type: 'string' } : rest,
      ...(description === undefined ? {} : { description }),
    };
  });
}

/** True when the schema requires the field. */
const needs = (schema: Endpoint['query'], field: string): boolean =>
  schema.safeParse({}).error?.issues.some(({ path }) => path[0] === field) ?? false;

function bodyOf(endpoint: Endpoint, schemas: Schemas): Operation['requestBody'] {
  if (endpoint.method === 'GET') return undefined;
  const schema = schemas.convert(endpoint.body, 'input');
  if (isEmpty(schema) && endpoint.decode !== 'form') return undefined;
  const required = !endpoint.body.safeParse({}).success;
  return {
    required,
    content: Object.fromEntries(mediaTypes[endpoint.decode].map((type) => [type, { schema }])),
  };
}

const mediaTypes: Readonly<Record<Decode, readonly string[]>> = {
  none: [],
  json: ['application/json'],
  text: ['application/json'],
  form: ['multipart/form-data'],
  raw: ['application/json', 'application/octet-stream'],
  urlencoded: ['application/x-www-form-urlencoded', 'application/json'],
};

const isEmpty = ({ $ref, properties = {}, additionalProperties, anyOf, oneOf, type }: JsonSchema) =>
  $ref === undefined &&
  Object.keys(properties).length === 0 &&
  additionalProperties === undefined &&
  !anyOf &&
  !oneOf &&
  (type === undefined || type === 'object');
