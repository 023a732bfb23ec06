import { z } from 'zod';
import { configGroups, type ConfigGroups, type GroupName } from './groups.ts';
import { findSecret } from './secrets.ts';
import { explained } from '../explanations/explained.ts';
import { issueOf, must } from '../wording.ts';
import { BasedOn } from './revisions.ts';

/** A partial update: some fields of some groups. */
export type ConfigPatch = { readonly [G in GroupName]?: Partial<ConfigGroups[G]> };

type Group = z.ZodObject<Record<string, z.ZodDefault<z.ZodType>>>;

const someFields = (group: Group) =>
  z
    .object(
      mapValues(group.shape, (field) => field.unwrap().nullish()),
      { error: must('rule_object') },
    )
    .transform(withoutNulls)
    .nullish();

/**
 * Body of a save, by group. A group is an object or a JSON string; `null` skips a group or field. Unknown groups and
 * fields are ignored, so that newer pages work with older services. Fields that look like a provider's key are refused
 * at any depth.
 */
export const ConfigPatch = z
  .preprocess(readGroups, z.object(mapValues(configGroups, someFields), { error: must('rule_object') }))
  .transform(withoutNulls)
  // `mapValues` forgets which schema checked which field; each was checked by its own.
  .pipe(z.custom<ConfigPatch>());

/** A save with its ignored groups and fields, as `group.field`. */
export type ConfigSave = ConfigPatch & {
  readonly ignored?: readonly string[];
  /** The revisions that were read, by group; without them the last save wins. */
  readonly basedOn?: BasedOn;
};

const allFields = (group: Group) =>
  z
    .looseObject(
      mapValues(group.shape, (field) => field.unwrap().nullish()),
      { error: must('rule_object') },
    )
    .nullish();

export const ConfigSave = z
  .preprocess(
    readGroups,
    z.looseObject(
      { ...mapValues(configGroups, allFields), basedOn: BasedOn },
      { error: must('rule_object') },
    ),
  )
  .transform(apart)
  .pipe(z.custom<ConfigSave>());

/** Maximum of ignored names reported. */
const mostIgnored = 50;

function apart(groups: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  const ignored: string[] = [];
  // `revisions` are those of a configuration that is sent back as it was read.
  const { basedOn, revisions: _, ...sentGroups } = groups;
  for (const [name, fields] of Object.entries(withoutNulls(sentGroups))) {
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
  return {
    ...known,
    ...(told.length > 0 && { ignored: told }),
    ...(Object.keys({ ...Object(basedOn) }).length > 0 && { basedOn }),
  };
}

const isGroup = (name: string): name is GroupName => Object.hasOwn(configGroups, name);

function readGroups(body: unknown, context: z.core.$RefinementCtx): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const groups = mapValues({ ...body }, (group) => (typeof group === 'string' ? readObject(group) : group));
  const secret = findSecret(groups);
  if (secret !== undefined) {
    context.addIssue(issueOf(explained('key_like', { setting: secret })));
  }
  return groups;
}

/** Object in a JSON string; any other string stays and is refused under the group's name. */
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
