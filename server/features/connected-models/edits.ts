import type { ConnectedModel, connectedModels } from '../../../contract/operator/connected-models.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { differencesOf } from '../../../contract/config/conflicts.ts';
import { explained } from '../../kit/explained.ts';
import { Fault, notFound } from '../../kit/fault.ts';
import { without } from '../../kit/json.ts';
import type { ModelAdmin } from '../../ports/model-admin.ts';
import type { NewChange } from '../changes/changes.ts';
import { shownEntry, type Entry, type StoredModels } from './entries.ts';

type Endpoints = (typeof connectedModels)['endpoints'];
export type ModelFields = Omit<Input<Endpoints['save']>['body'], 'basedOn'>;
export type Arrangement = Input<Endpoints['arrange']>['body'];

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
  const entry = await changed({ ...before, name, revision }, fields, admin);
  const after = shownEntry(entry, false);
  if (basedOn !== undefined && before && basedOn < before.revision) throw changedSince(after, shownBefore);
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

/** Takes a model away, also as default and fallback. Throws `not-found`. */
export function withoutModel(saved: StoredModels, name: string, by: string): Edited {
  const gone = saved.models.find((entry) => entry.name === name);
  if (!gone) throw notFound(`Model "${name}"`);
  const models = saved.models
    .filter((entry) => entry !== gone)
    .map((entry) => (entry.fallback === name ? without(entry, 'fallback') : entry));
  const defaults = Object.fromEntries(Object.entries(saved.defaults).filter(([, chosen]) => chosen !== name));
  const before = { ...shownEntry(gone, false) };
  return { saved: { models, defaults }, record: { action: 'remove', subject: name, by, before } };
}

export function arranged(
  saved: StoredModels,
  { order = [], defaults = {} }: Arrangement,
  by: string,
): Edited {
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
  { key, keyVariable, fallback, price, queryPrefix, passagePrefix, ...fields }: ModelFields,
  admin: Pick<ModelAdmin, 'seal'>,
): Promise<Entry> {
  const entry: Entry = { ...before, ...fields };
  if (key !== undefined) delete entry.sealedKey;
  if (key) entry.sealedKey = await admin.seal(key, before.name);
  if (keyVariable !== undefined || key) delete entry.apiKeyEnv;
  if (keyVariable) {
    entry.apiKeyEnv = keyVariable;
    delete entry.sealedKey;
  }
  if (fallback !== undefined) delete entry.fallback;
  if (fallback) entry.fallback = fallback;
  // An empty prefix is one, too: none at all.
  if (queryPrefix !== undefined) entry.queryPrefix = queryPrefix ?? undefined;
  if (passagePrefix !== undefined) entry.passagePrefix = passagePrefix ?? undefined;
  if (price !== undefined) delete entry.price;
  if (price) entry.price = price;
  return entry;
}

function changedSince(yours: ConnectedModel, theirs: ConnectedModel | undefined): Fault {
  return new Fault('stale', explained('settings_changed'), {
    code: 'SETTINGS_CHANGED',
    conflicts: [{ path: `models.${yours.name}`, revision: theirs?.revision ?? 0, yours, theirs }],
  });
}
