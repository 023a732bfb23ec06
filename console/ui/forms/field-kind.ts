import { z } from 'zod';
import { configGroups, type GroupName } from '../../../contract/config/groups.ts';
import { problemText } from '../problem-text.ts';

/** The kind of input for a field of the configuration, derived from its schema. */
export type FieldKind =
  | { readonly kind: 'toggle' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly step: number }
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  | { readonly kind: 'color'; readonly mayBeEmpty: boolean }
  /** Several texts, one a line. */
  | { readonly kind: 'lines' }
  | { readonly kind: 'text'; readonly maxLength: number };

/** The schema of one field without its default. */
function schemaOf(group: GroupName, field: string): z.ZodType | undefined {
  const schema: unknown = Reflect.get(configGroups[group].shape, field);
  return schema instanceof z.ZodType ? schema : undefined;
}

const innerOf = (schema: z.ZodType): unknown =>
  schema instanceof z.ZodDefault ? schema.def.innerType : schema;

/** Longest text that is edited on one line. */
export const lineLength = 200;

export function kindOf(group: GroupName, field: string): FieldKind {
  const schema = schemaOf(group, field);
  const inner = schema && innerOf(schema);
  if (inner instanceof z.ZodBoolean) return { kind: 'toggle' };
  if (inner instanceof z.ZodLiteral) return { kind: 'choice', words: [...inner.values].map(String) };
  if (inner instanceof z.ZodArray) return { kind: 'lines' };
  if (inner instanceof z.ZodNumber) {
    const [min, max] = [inner.minValue ?? 0, inner.maxValue ?? 1_000_000];
    return { kind: 'number', min, max, step: inner.isInt ? 1 : 0.05 };
  }
  if (/colou?r$/i.test(field)) return { kind: 'color', mayBeEmpty: schema?.safeParse('').success ?? false };
  const maxLength = inner instanceof z.ZodString ? (inner.maxLength ?? lineLength) : lineLength;
  return { kind: 'text', maxLength };
}

/** The reason a value is refused, in the language of the console; `''` when it is valid. */
export function problemOf(group: GroupName, field: string, value: unknown): string {
  const issue = schemaOf(group, field)?.safeParse(value).error?.issues[0];
  return issue ? problemText(issue) : '';
}
