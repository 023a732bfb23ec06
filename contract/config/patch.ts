import { z } from 'zod';
import { configGroups, type ConfigGroups, type GroupName } from './groups.ts';
import { findSecret } from './secrets.ts';
import { must } from '../wording.ts';

/** A partial update: some fields of some groups. */
export type ConfigPatch = { readonly [G in GroupName]?: Partial<ConfigGroups[G]> };

type Group = z.ZodObject<Record<string, z.ZodDefault<z.ZodType>>>;

const someFields = (group: Group) =>
  z
    .object(
      mapValues(group.shape, (field) => field.unwrap().nullish()),
      { error: must('be an object') },
    )
    .transform(withoutNulls)
    .nullish();

/**
 * The body of a save, keyed by group. A group is an object or a text that holds one; `null` skips a group or a field.
 * Unknown groups and fields are ignored, so that a newer page can talk to an older service. A field that looks
 * like a provider's key is refused wherever it stands.
 */
export const ConfigPatch = z
  .preprocess(readGroups, z.object(mapValues(configGroups, someFields), { error: must('be an object') }))
  .transform(withoutNulls)
  // `mapValues` forgets which schema checked which field; each was checked by its own.
  .pipe(z.custom<ConfigPatch>());

/** A save: the same, with the groups and fields that it does not know and skips, as `group.field`. */
export type ConfigSave = ConfigPatch & { readonly ignored?: readonly string[] };

const allFields = (group: Group) =>
  z
    .looseObject(
      mapValues(group.shape, (field) => field.unwrap().nullish()),
      { error: must('be an object') },
    )
    .nullish();

export const ConfigSave = z
  .preprocess(readGroups, z.looseObject(mapValues(configGroups, allFields), { error: must('be an object') }))
  .transform(apart)
  .pipe(z.custom<ConfigSave>());

/** So many skipped names are told. */
const mostIgnored = 50;

function apart(groups: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  const ignored: string[] = [];
  for (const [name, fields] of Object.entries(withoutNulls(groups))) {
    const shape = isGroup(name) ? configGroups[name].shape : undefined;
    if (!shape) {
      ignored.push(name);
      continue;
    }
    const sent = Object.entries(withoutNulls({ ...Object(fields) }));
    ignored.push(...sent.flatMap(([field]) => (Object.hasOwn(shape, field) ? [] : [`${name}.${field}`])));
    known[name] = Object.fromEntries(sent.filter(([field]) => Object.hasOwn(shape, field)));
  }
  const told = ignored.slice(0, mostIgnored).map((name) => name.slice(0, 100));
  return { ...known, ...(told.length > 0 && { ignored: told }) };
}

const isGroup = (name: string): name is GroupName => Object.hasOwn(configGroups, name);

function readGroups(body: unknown, context: z.core.$RefinementCtx): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const groups = mapValues({ ...body }, (group) => (typeof group === 'string' ? readObject(group) : group));
  const secret = findSecret(groups);
  if (secret !== undefined) {
    context.addIssue({
      code: 'custom',
      message: `${secret} looks like a key: keys belong to the model-management component and are never stored here`,
    });
  }
  return groups;
}

/** The object a text holds; any other text stays one and is refused under the name of its group. */
function readObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function mapValues<V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function withoutNulls(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined),
  );
}
