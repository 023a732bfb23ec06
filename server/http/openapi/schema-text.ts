import { html, type Html } from '../../markup/html.ts';
import type { JsonSchema } from './schemas.ts';

type Property = boolean | JsonSchema;

/** A schema as short text, with links to named ones: `list of Citation`, `text, at most 4000`. */
export function typeText(property: Property): Html {
  if (typeof property === 'boolean') return html`anything`;
  const { $ref, anyOf, oneOf, type, items, enum: values, const: value } = property;
  if ($ref !== undefined) return reference($ref);
  if (value !== undefined) return html`<code>${JSON.stringify(value)}</code>`;
  if (values) return joined(values.map((one) => html`<code>${String(one)}</code>`));
  const choices = anyOf ?? oneOf;
  if (choices) return joined(choices.map(typeText));
  if (Array.isArray(type)) return joined(type.map((one) => typeText({ ...property, type: one })));
  if (type === 'array') return html`list of ${typeText(isOne(items) ? items : {})}${bounds(property)}`;
  return html`${typeNames[type ?? ''] ?? type ?? 'anything'}${bounds(property)}`;
}

const typeNames: Readonly<Record<string, string>> = {
  '': 'anything',
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};

function bounds(schema: JsonSchema): string {
  const parts = [
    ['at least', schema.minLength ?? schema.minItems ?? schema.minimum],
    ['at most', schema.maxLength ?? schema.maxItems ?? schema.maximum],
    ['like', schema.pattern],
    ['default', schema.default === undefined ? undefined : JSON.stringify(schema.default)],
  ] as const;
  return parts.flatMap(([word, bound]) => (bound === undefined ? [] : [`, ${word} ${bound}`])).join('');
}

/** Table of an object's fields, nested ones under their path; empty for other schemas. */
export function propertiesTable(schema: JsonSchema): Html {
  const rows = rowsOf(schema, '');
  if (rows.length === 0) return html``;
  return html`<table>
    ${rows}
  </table>`;
}

function rowsOf(schema: JsonSchema, path: string): Html[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const { description, ...inner } = typeof property === 'boolean' ? {} : property;
    const place = path === '' ? name : `${path}.${name}`;
    const row = html`<tr>
      <td><code>${place}</code>${required.has(name) ? html`<b>*</b>` : ''}</td>
      <td>${typeText(inner)}</td>
      <td>${description ?? ''}</td>
    </tr>`;
    const { items } = inner;
    return [row, ...rowsOf(inner, place), ...(isOne(items) ? rowsOf(items, `${place}[]`) : [])];
  });
}

const isOne = (items: JsonSchema['items']): items is JsonSchema =>
  typeof items === 'object' && items !== null && !Array.isArray(items);

export const schemaId = (name: string) => `schema-${name}`;

function reference(ref: string): Html {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return html`<a href="#${schemaId(name)}">${name}</a>`;
}

const joined = (parts: readonly Html[]): Html => ({ html: parts.map((part) => part.html).join(' or ') });
