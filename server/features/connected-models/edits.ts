import type { connectedModels } from '../../../contract/operator/connected-models.ts';
import type { Input } from '../../../contract/endpoint.ts';
import {
  differencesOf,
  isSame,
  recordConflicts,
  type SettingConflict,
} from '../../../contract/config/conflicts.ts';
import { notFound } from '../../kit/fault.ts';
import { without } from '../../kit/json.ts';
import { imageInput, readsImages as doesReadImages } from '../../kit/model-named.ts';
import { assertAsRead, changedMeanwhile, secretConflicts } from '../../kit/records/saved-record.ts';
import type { ModelAdmin } from '../../ports/model-admin.ts';
import type { NewChange } from '../changes/changes.ts';
import { shownEntry, type Entry, type StoredModels } from './entries.ts';

type Endpoints = (typeof connectedModels)['endpoints'];
export type ModelFields = Omit<Input<Endpoints['save']>['body'], 'basedOn'>;
export type Arrangement = Omit<Input<Endpoints['arrange']>['body'], 'basedOn'>;

/** The models after an edit, and what the list of changes says of it. */
export interface Edited {
  readonly saved: StoredModels;
  readonly record: Pick<NewChange, 'action' | 'subject' | 'by' | 'before' | 'after'>;
}

/** Adds a model or changes one. Throws `stale` for one that was changed since it was read. */
export async function withModel(
  saved: StoredModels,
  given: {
    readonly name: string;
    readonly fields: ModelFields;
    readonly revision: number;
    readonly by: string;
    readonly basedOn?: number | undefined;
    readonly unreadable: ReadonlySet<string>;
    readonly admin: Pick<ModelAdmin, 'seal'>;
  },
): Promise<Edited> {
  const { name, fields, revision, by, basedOn, unreadable, admin } = given;
  const before = saved.models.find((entry) => entry.name === name);
  const shownBefore = before && shownEntry(before, unreadable.has(name));
  if (basedOn !== undefined) assertUnchanged(fields, before, basedOn);
  const entry = await changed({ ...before, name, revision }, fields, admin);
  if (entry.sealedKey !== before?.sealedKey) entry.keyRevision = revision;
  const after = shownEntry(entry, false);
  const models = before
    ? saved.models.map((one) => (one === before ? entry : one))
    : [...saved.models, entry];
  const told = differencesOf(shownBefore ? without(shownBefore, 'revision') : {}, without(after, 'revision'));
  const isNewKey = entry.sealedKey !== before?.sealedKey;
  return {
    saved: { ...saved, models },
    record: {
      action: before ? 'edit' : 'add',
      subject: name,
      by,
      before: told.before,
      after: { ...told.after, ...(isNewKey && { key: 'changed' }) },
    },
  };
}

/** Takes a model away, also as default and fallback. Throws `not-found`, and `stale` for one that was changed since it was read. */
export function withoutModel(
  saved: StoredModels,
  name: string,
  { by, basedOn }: { readonly by: string; readonly basedOn?: number | undefined },
): Edited {
  const gone = saved.models.find((entry) => entry.name === name);
  if (!gone) throw notFound(`Model "${name}"`);
  assertAsRead({ name: 'model', revision: gone.revision, fields: comparable(gone) }, basedOn);
  const models = saved.models
    .filter((entry) => entry !== gone)
    .map((entry) => (entry.fallback === name ? without(entry, 'fallback') : entry));
  const defaults = Object.fromEntries(Object.entries(saved.defaults).filter(([, chosen]) => chosen !== name));
  const before = { ...shownEntry(gone, false) };
  return { saved: { models, defaults }, record: { action: 'remove', subject: name, by, before } };
}

/** Sets order and defaults. Throws `stale` when somebody else has set them otherwise since a revision of the list. */
export function arranged(
  saved: StoredModels,
  { order = [], defaults = {} }: Arrangement,
  { by, revision, basedOn }: { by: string; revision: number; basedOn?: number | undefined },
): Edited {
  if (basedOn !== undefined && basedOn !== revision) {
    const conflicts = arrangementConflicts(saved, { order, defaults }, revision);
    if (conflicts.length > 0) throw changedMeanwhile(conflicts);
  }
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const models = saved.models.toSorted((a, b) => place(a.name) - place(b.name));
  const chosen = Object.fromEntries(
    Object.entries({ ...saved.defaults, ...defaults }).filter(([, name]) => name),
  );
  const namesOf = (all: StoredModels['models']) => all.map(({ name }) => name).join(', ');
  return {
    saved: { models, defaults: chosen },
    record: {
      action: 'edit',
      subject: '',
      by,
      before: { order: namesOf(saved.models), ...saved.defaults },
      after: { order: namesOf(models), ...chosen },
    },
  };
}

/** The entry with new fields; what is not sent stays, what is sent empty goes. */
async function changed(
  before: Partial<Entry> & Pick<Entry, 'name' | 'revision'>,
  { key, keyVariable, fallback, price, queryPrefix, passagePrefix, readsImages, ...fields }: ModelFields,
  admin: Pick<ModelAdmin, 'seal'>,
): Promise<Entry> {
  const entry: Entry = { keyRevision: 0, ...before, ...fields };
  if (key !== undefined) delete entry.sealedKey;
  if (key) entry.sealedKey = await admin.seal(key, before.name);
  if (keyVariable !== undefined || key) delete entry.apiKeyEnv;
  if (keyVariable) {
    entry.apiKeyEnv = keyVariable;
    delete entry.sealedKey;
  }
  if (readsImages !== undefined) entry.features = readsImages ? [imageInput] : [];
  if (fallback !== undefined) delete entry.fallback;
  if (fallback) entry.fallback = fallback;
  // An empty prefix is one, too: none at all.
  if (queryPrefix !== undefined) entry.queryPrefix = queryPrefix ?? undefined;
  if (passagePrefix !== undefined) entry.passagePrefix = passagePrefix ?? undefined;
  if (price !== undefined) delete entry.price;
  if (price) entry.price = price;
  return entry;
}

/** Throws `stale` with the fields in which a model differs from what somebody else has made of it since it was read. */
function assertUnchanged({ key, ...fields }: ModelFields, before: Entry | undefined, basedOn: number): void {
  const revision = before?.revision ?? 0;
  // A model that is gone has the revision 0, as one that was never there.
  if (basedOn === revision) return;
  const yours = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const known = { key: before?.keyRevision ?? 0 };
  const conflicts = [
    ...recordConflicts('model', revision, yours, before && comparable(before)),
    ...secretConflicts({ name: 'model', revision, known }, key === undefined ? [] : ['key'], basedOn),
  ];
  if (conflicts.length > 0) throw changedMeanwhile(conflicts);
}

/** A model in the words of a request: what is not set is empty there. */
const comparable = (entry: Entry): Readonly<Record<keyof Omit<ModelFields, 'key'>, unknown>> => ({
  kind: entry.kind,
  baseUrl: entry.baseUrl,
  model: entry.model,
  keyVariable: entry.apiKeyEnv ?? '',
  dimensions: entry.dimensions,
  queryPrefix: entry.queryPrefix ?? null,
  passagePrefix: entry.passagePrefix ?? null,
  fallback: entry.fallback ?? '',
  price: entry.price ?? null,
  readsImages: doesReadImages({ kind: entry.kind, features: entry.features ?? [] }),
});

/** Of the order only models that are in both count, since others keep their places. */
function arrangementConflicts(
  saved: StoredModels,
  { order = [], defaults = {} }: Arrangement,
  revision: number,
): SettingConflict[] {
  const names = saved.models.map(({ name }) => name);
  const yours = order.filter((name) => names.includes(name));
  const theirs = names.filter((name) => order.includes(name));
  const kinds = Object.keys(defaults);
  const chosen = new Map(Object.entries(saved.defaults));
  const theirDefaults = Object.fromEntries(kinds.map((kind) => [kind, chosen.get(kind) ?? '']));
  const base = { revision, yours, theirs };
  return [
    ...(isSame(yours, theirs) ? [] : [{ ...base, path: 'models.order', ordered: true as const }]),
    ...recordConflicts('models', revision, { defaults }, { defaults: theirDefaults }),
  ];
}
