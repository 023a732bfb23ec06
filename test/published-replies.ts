import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../server/http/openapi.ts';
import type { OpenApi } from '../server/http/openapi/document.ts';
import type { SentReply } from '../server/http/server.ts';

/** A reply that contradicts the published description. */
class UndescribedReply extends Error {}

/**
 * A check of replies against the published description: status, media type and, for JSON, the schema, without fields that it does not
 * describe.
 */
export function publishedReplies(document: OpenApi = openApiDocument()) {
  const { schemaAt } = publishedSchemas(closed(document));
  return ({ method, path, status, mediaType, text }: SentReply): void => {
    const place = ['paths', path.replace('*}', '}'), method.toLowerCase(), 'responses'];
    const responses = document.paths[place[1] ?? '']?.[method.toLowerCase()]?.responses ?? {};
    const where = `${method} ${path} ${status}`;
    const key = [String(status), `${String(status).charAt(0)}XX`].find((name) => name in responses);
    if (key === undefined) throw new UndescribedReply(`${where}: the status is not described`);
    const content = responses[key]?.content ?? {};
    if (text === undefined && mediaType === '') return;
    // A redirection or 304 says nothing by its body.
    if (status >= 300 && status < 400) return;
    const type = [mediaType, '*/*'].find((name) => name in content);
    if (type === undefined) {
      if (status === 204 || text === '') return;
      throw new UndescribedReply(`${where}: the media type ${mediaType} is not described`);
    }
    if (text === undefined || !/[/+]json$/.test(type)) return;
    const check = schemaAt([...place, key, 'content', type, 'schema']);
    if (!check(JSON.parse(text)))
      throw new UndescribedReply(
        `${where}: ${JSON.stringify(check.errors?.slice(0, 3))}\n${text.slice(0, 400)}`,
      );
  };
}

/** Validators of the schemas of a document by their place in it. */
export function publishedSchemas(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema(document, 'document');
  return {
    schemaAt(place: readonly string[]): ValidateFunction {
      const pointer = place.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
      const check = ajv.getSchema(`document#/${encodeURI(pointer)}`);
      if (!check) throw new Error(`there is no schema at ${pointer}`);
      return check;
    },
  };
}

/**
 * The same document with objects that have no other fields than those described. The document leaves them open, so that programs go on
 * working when a field is added.
 */
export function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const fields: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, closed(inner)]),
  );
  const { type, properties, additionalProperties } = fields;
  // With a schema of its own it is a map.
  const isMap = additionalProperties !== undefined && JSON.stringify(additionalProperties) !== '{}';
  return (
    type === 'object' && properties !== undefined && !isMap
      ? { ...fields, additionalProperties: false }
      : fields
  ) as T;
}
