import type { Database } from '../../kit/database.ts';
import { explained } from '../../kit/explained.ts';
import { conflict } from '../../kit/fault.ts';
import type { Log } from '../../ports/log.ts';
import type { ModelAdmin } from '../../ports/model-admin.ts';
import type { Changes } from '../changes/changes.ts';
import {
  arranged,
  withModel,
  withoutModel,
  type Arrangement,
  type Edited,
  type ModelFields,
} from './edits.ts';
import { readStored, registryOf, shownEntry, type StoredModels } from './entries.ts';
import { createConnectedModelStore } from './store.ts';

export { connectedModelMigrations } from './store.ts';

const topic = 'connected-models';

/** The models that are connected in the console. They are in the database, so that all processes have the same. */
export async function createModelRegistry(deps: {
  readonly db: Database;
  readonly log: Log;
  readonly changes: Pick<Changes, 'recordIn'>;
  readonly admin: ModelAdmin;
}) {
  const { log, changes, admin } = deps;
  const store = createConnectedModelStore(deps.db, topic);
  let unreadable: ReadonlySet<string> = new Set();

  const load = async () => {
    const { value, revision } = await store.read();
    const registry = await registryOf(readStored(value), revision, admin);
    ({ unreadable } = registry);
    admin.use(registry);
  };
  const notices = deps.db.subscribe(topic, () => {
    void load().catch((error: unknown) =>
      log.warn({ err: String(error) }, 'the connected models cannot be read'),
    );
  });
  await load();

  /** Throws `conflict` when the models file is the source. */
  const assertOwn = () => {
    const file = admin.file();
    if (file !== '') throw conflict(explained('models_in_file', { file }));
  };

  const change = async (next: (saved: StoredModels, revision: number) => Promise<Edited>) => {
    assertOwn();
    await store.change(async (tx, { value, revision }) => {
      const { saved, record } = await next(readStored(value), revision);
      admin.check(await registryOf(saved, revision, admin));
      await changes.recordIn(tx, { area: 'models', revision, ...record });
      return saved;
    });
    await load();
  };

  return {
    load,
    async read() {
      const { value, revision } = await store.read();
      const { models, defaults } = readStored(value);
      const shown = models.map((entry) => shownEntry(entry, unreadable.has(entry.name)));
      return { models: shown, defaults, revision };
    },

    /** The stored key of a model, to try it with. */
    async keyOf(name: string): Promise<string | undefined> {
      const entry = readStored((await store.read()).value).models.find((one) => one.name === name);
      return entry?.sealedKey === undefined ? undefined : admin.unseal(entry.sealedKey, name);
    },

    /** Adds a model or changes one. Throws `invalid`, `stale`, and `conflict` beside a models file. */
    save: (name: string, fields: ModelFields, how: { by: string; basedOn?: number | undefined }) =>
      change((saved, revision) => withModel(saved, { ...how, name, fields, revision, unreadable, admin })),

    /** Throws `not-found`, `stale`, and `conflict` beside a models file. */
    remove: (name: string, by: string, basedOn?: number) =>
      change(async (saved) => withoutModel(saved, name, { by, basedOn })),

    /** Sets order and defaults; models that `order` does not name follow in theirs. Throws `stale`. */
    arrange: (arrangement: Arrangement, how: { by: string; basedOn?: number | undefined }) =>
      // The change itself has counted.
      change(async (saved, revision) => arranged(saved, arrangement, { ...how, revision: revision - 1 })),

    close: () => notices.close(),
  };
}

export type ConnectedModelRegistry = Awaited<ReturnType<typeof createModelRegistry>>;
