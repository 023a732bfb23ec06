import { configGroups, type ConfigGroups, type GroupName } from '../../../contract/config/groups.ts';
import { modernize } from '../../../contract/config/legacy.ts';
import type { ConfigPatch } from '../../../contract/config/patch.ts';
import type { Database } from '../../kit/database.ts';
import { createLastKnown } from '../../kit/last-known.ts';
import type { Log } from '../../ports/log.ts';
import { createConfigStore } from './store.ts';

/** The administrator's configuration, read at each use, so that a save takes effect at once in every process. */
export interface Config {
  read<G extends GroupName>(group: G): Promise<ConfigGroups[G]>;
  all(): Promise<ConfigGroups>;
  /** Merges field by field; missing fields stay. */
  save(patch: ConfigPatch): Promise<void>;
  /** Groups with unreadable stored values; their defaults apply until the next save. */
  unreadableGroups(): Promise<readonly string[]>;
  /** Calls `changed` after a save by any process. */
  onChange(changed: () => void): { close(): void };
  close(): void;
}

const topic = 'config';

export function createConfig(deps: { readonly db: Database; readonly log: Log }): Config {
  const store = createConfigStore(deps.db, topic);
  const reported = new Set<string>();
  const current = createLastKnown(async () => {
    const stored = await store.all();
    reportUnreadable(stored);
    const groups = Object.entries(configGroups).map(([name, schema]) => [
      name,
      readGroup(name, schema, stored.get(name), deps.log),
    ]);
    return Object.freeze(Object.fromEntries(groups) as ConfigGroups);
  });
  const notices = deps.db.subscribe(topic, current.outdated);

  const unreadableIn = (stored: Awaited<ReturnType<typeof store.all>>): string[] =>
    [...stored].filter(([, fields]) => fields === undefined).map(([name]) => name);

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

  return {
    all: current.read,
    unreadableGroups: async () => unreadableIn(await store.all()),
    read: async (group) => (await current.read())[group],
    async save(patch) {
      const groups = Object.entries(patch).filter(([, fields]) => Object.keys(fields).length > 0);
      if (groups.length === 0) return;
      await store.merge(new Map(groups.map(([name, fields]) => [name as GroupName, fields])));
      current.outdated();
    },
    onChange: (changed) => deps.db.subscribe(topic, changed),
    close: () => notices.close(),
  };
}

/** An invalid stored value (of an older version) gets the default of its field, not of its group. */
function readGroup(
  name: string,
  schema: (typeof configGroups)[GroupName],
  stored: unknown,
  log: Log,
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
