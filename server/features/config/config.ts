import { configGroups, type ConfigGroups, type GroupName } from '../../../contract/config/groups.ts';
import { modernize } from '../../../contract/config/legacy.ts';
import {
  conflictOf,
  isSame,
  type SettingConflict,
  differencesOf,
} from '../../../contract/config/conflicts.ts';
import { ConfigPatch } from '../../../contract/config/patch.ts';
import type { BasedOn } from '../../../contract/config/revisions.ts';
import type { Database } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import { Fault } from '../../kit/fault.ts';
import { createLastKnown } from '../../kit/last-known.ts';
import type { Log } from '../../ports/log.ts';
import type { Changes } from '../changes/changes.ts';
import { createConfigStore } from './store.ts';

/** The administrator's configuration, read at each use, so that a save takes effect at once in every process. */
export interface Config {
  read<G extends GroupName>(group: G): Promise<ConfigGroups[G]>;
  all(): Promise<ConfigGroups>;
  /** The configuration with the revisions of its groups. */
  current(): Promise<{ readonly groups: ConfigGroups; readonly revisions: BasedOn }>;
  /**
   * Merges field by field; missing fields stay. Throws `stale` when someone else has changed one of the fields since the
   * revision on which the patch is based.
   */
  save(patch: ConfigPatch, how?: Saving): Promise<void>;
  /** Restores the values from before a change. Throws `stale` for fields that were changed since, unless forced. */
  restore(change: FormerValues, how: { readonly by: string; readonly force: boolean }): Promise<void>;
  /** Groups with unreadable stored values; their defaults apply until the next save. */
  unreadableGroups(): Promise<readonly string[]>;
  /** Calls `changed` after a save by any process. */
  onChange(changed: () => void): { close(): void };
  close(): void;
}

/** Who saves, and the revisions on which the change is based. */
export interface Saving {
  readonly by?: string;
  /** Revisions of the groups on which the change is based; without one the last save wins. */
  readonly basedOn?: BasedOn;
  readonly action?: 'save' | 'undo';
}

/** A recorded change of a group. */
export interface FormerValues {
  readonly subject: string;
  readonly revision: number;
  readonly before: Readonly<Record<string, unknown>>;
}

const topic = 'config';

export function createConfig(deps: {
  readonly db: Database;
  readonly log: Log;
  readonly changes: Pick<Changes, 'recordIn' | 'since'>;
}): Config {
  const store = createConfigStore(deps.db, topic);
  const reported = new Set<string>();
  const current = createLastKnown(async () => {
    const stored = await store.all();
    reportUnreadable(stored);
    const groups = Object.entries(configGroups).map(([name, schema]) => [
      name,
      readGroup(name, schema, stored.get(name)?.fields, deps.log),
    ]);
    const revisions = Object.keys(configGroups).map((name) => [name, stored.get(name)?.revision ?? 0]);
    return Object.freeze({
      groups: Object.freeze(Object.fromEntries(groups) as ConfigGroups),
      revisions: Object.freeze(Object.fromEntries(revisions) as BasedOn),
    });
  });
  const notices = deps.db.subscribe(topic, current.outdated);

  const unreadableIn = (stored: Awaited<ReturnType<typeof store.all>>): string[] =>
    [...stored].filter(([, { fields }]) => fields === undefined).map(([name]) => name);

  /** Logs each group once when it becomes unreadable. */
  const reportUnreadable = (stored: Awaited<ReturnType<typeof store.all>>) => {
    const names = unreadableIn(stored);
    for (const group of names)
      if (!reported.has(group))
        deps.log.warn(
          { group },
          'the saved settings of a group are unreadable; its defaults are used until they are saved again',
        );
    reported.clear();
    for (const group of names) reported.add(group);
  };

  const save = async (patch: ConfigPatch, { by = '', basedOn = {}, action = 'save' }: Saving = {}) => {
    const names = (Object.keys(patch) as GroupName[]).filter(
      (name) => Object.keys(patch[name] ?? {}).length > 0,
    );
    if (names.length === 0) return;
    await store.change(names, async (tx, stored) => {
      const next = new Map<GroupName, { readonly fields: Fields; readonly revision: number }>();
      const conflicts: SettingConflict[] = [];
      for (const [name, { fields, revision }] of stored) {
        const kept = fields ?? {};
        const valuesOf = (fields: Fields) => readGroup(name, configGroups[name], fields, quiet) as Fields;
        const before = valuesOf(kept);
        const sent: Fields = patch[name] ?? {};
        const read = basedOn[name];
        if (read !== undefined && read !== revision) {
          const since = await deps.changes.since(tx, { area: 'settings', subject: name, revision: read });
          conflicts.push(
            ...conflictsIn({
              name,
              revision,
              sent,
              before,
              since,
              isKnown: since.length === revision - read,
            }),
          );
        }
        const merged = { ...kept, ...sent };
        const after = valuesOf(merged);
        const changed = differencesOf(before, after);
        if (Object.keys(changed.after).length === 0) {
          // Unreadable fields are also replaced by values that already apply as defaults; that does not count as a change.
          if (!fields) next.set(name, { fields: merged, revision });
          continue;
        }
        next.set(name, { fields: merged, revision: revision + 1 });
        await deps.changes.recordIn(tx, {
          area: 'settings',
          action,
          subject: name,
          by,
          revision: revision + 1,
          ...changed,
        });
      }
      if (conflicts.length > 0)
        throw new Fault('stale', explained('settings_changed'), { code: 'SETTINGS_CHANGED', conflicts });
      return next;
    });
    current.outdated();
  };

  return {
    all: async () => (await current.read()).groups,
    current: current.read,
    unreadableGroups: async () => unreadableIn(await store.all()),
    read: async (group) => (await current.read()).groups[group],
    save,
    async restore({ subject, revision, before }, { by, force }) {
      const patch = ConfigPatch.parse({ [subject]: before });
      await save(patch, { by, action: 'undo', ...(!force && { basedOn: { [subject]: revision } }) });
    },
    onChange: (changed) => deps.db.subscribe(topic, changed),
    close: () => notices.close(),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The sent fields that someone else has changed to another value since they were read. `isKnown` when all changes since are recorded. */
function conflictsIn(given: {
  readonly name: string;
  readonly revision: number;
  readonly sent: Fields;
  readonly before: Fields;
  readonly since: readonly { readonly before: Fields }[];
  readonly isKnown: boolean;
}): SettingConflict[] {
  const { name, revision, sent, before, since, isKnown } = given;
  return Object.entries(sent).flatMap(([field, yours]) => {
    const first = since.find((change) => Object.hasOwn(change.before, field));
    if (isSame(yours, before[field]) || (isKnown && !first)) return [];
    return [
      conflictOf({
        path: `${name}.${field}`,
        revision,
        base: first?.before[field],
        yours,
        theirs: before[field],
      }),
    ];
  });
}

const quiet: Pick<Log, 'warn'> = { warn: () => undefined };

/** An invalid stored value (of an older version) gets the default of its field, not of its group. */
function readGroup(
  name: string,
  schema: (typeof configGroups)[GroupName],
  stored: unknown,
  log: Pick<Log, 'warn'>,
): unknown {
  const fields = modernize(name, stored);
  for (;;) {
    const parsed = schema.safeParse(fields);
    if (parsed.success) return Object.freeze(parsed.data);
    const field = String(parsed.error.issues[0]?.path[0]);
    log.warn({ group: name, field }, 'a saved setting is invalid; its default is used');
    if (!Reflect.deleteProperty(fields, field) || !parsed.error.issues[0]?.path.length)
      return schema.parse({});
  }
}
