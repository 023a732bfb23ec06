import { sql } from 'kysely';
import type { UsageLimitsPatch } from '../../contract/usage/limits.ts';
import { clientNetworks } from '../../server/kit/ip-networks.ts';
import { changeMigrations, createChanges } from '../../server/features/changes/changes.ts';
import { createConfig } from '../../server/features/config/config.ts';
import { configMigrations } from '../../server/features/config/store.ts';
import { meter } from '../../server/features/usage/ledger/meter.ts';
import type { MeteredCall } from '../../server/features/usage/metrics.ts';
import { createUsageStore } from '../../server/features/usage/store.ts';
import type { UsageTables } from '../../server/features/usage/store/tables.ts';
import { createUsage, usageMigrations, type UsageDeps } from '../../server/features/usage/usage.ts';
import type { Database } from '../../server/kit/database.ts';
import type { Log } from '../../server/ports/log.ts';
import type { ChatCall, ChatPart, Models } from '../../server/ports/models.ts';
import { openTestSchema } from '../databases.ts';
import { createTestLog } from './log.ts';
import { createFakeModels, type FakeModels } from './models.ts';
import { fakeLiveness } from './liveness.ts';

/** Noon of a day without a change of clocks, in the zone of the machine. */
export const noon = new Date(2026, 4, 20, 12).getTime();

/** Signs of processes that every test knows to be dead. */
export const goneProcesses: ReadonlySet<string> = new Set(['gone']);

/** A call whose prompt has 5 tokens; with its answer it reserves 100. */
export const ask = (call: Partial<ChatCall> = {}): ChatCall => ({
  model: '',
  scenario: 'visitor_qa',
  task: { kind: 'ping' },
  messages: [{ role: 'user', content: 'four' }],
  maxTokens: 95,
  signal: new AbortController().signal,
  ...call,
});

/** An answer to `ask` that uses all that is reserved. */
export const greedy = (): ChatPart[] => [
  { type: 'text', text: 'yes' },
  { type: 'finish', reason: 'stop', usage: { promptTokens: 5, completionTokens: 95 } },
];

interface TestUsage extends Partial<Omit<UsageDeps, 'models'>> {
  readonly models?: FakeModels;
}

/** The usage feature on a database, with a clock that stands still; its warnings and metered calls are kept. */
export async function createTestUsage(db: Database, given: TestUsage = {}) {
  await db.migrate([...configMigrations, ...changeMigrations, ...usageMigrations]);
  const models = given.models ?? createFakeModels();
  const clock = { time: noon, now: () => clock.time };
  const log = createTestLog();
  const warnings: Readonly<Record<string, unknown>>[] = [];
  const metered: MeteredCall[] = [];
  const store = createUsageStore(db);
  const config = createConfig({ db, log, changes: createChanges({ db, clock: { now: Date.now } }) });
  const usage = createUsage({
    db,
    clock,
    log: { ...log, warn: (fields) => void warnings.push(fields) } satisfies Log,
    config,
    metrics: { call: (call) => void metered.push(call) },
    liveness: fakeLiveness('test', goneProcesses),
    networksOf: clientNetworks,
    ...given,
    models,
  });
  return {
    usage,
    store,
    models,
    /** The models as the service uses them. */
    booked: usage.meter(models),
    clock,
    log,
    warnings,
    metered,
    /** Saves as the administrator does through this process. */
    saveLimits: async (patch: UsageLimitsPatch): Promise<void> => {
      const saveLimits = usage.routes[0]?.handlers['saveLimits'];
      const input = { params: {}, query: {}, body: patch };
      if (saveLimits) await Reflect.apply(saveLimits, undefined, [input, { by: 'operator' }]);
    },
    close() {
      void usage[Symbol.asyncDispose]?.();
      config.close();
    },
  };
}

/** A second connection pool on the same data, as another process has it; SQLite is one process and stays as it is. */
export async function openAgain(db: Database): Promise<Database> {
  if (db.engine === 'sqlite') return { ...db, close: async () => {} };
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db.query);
  return openTestSchema(rows[0]?.schema ?? 'public');
}

/** The totals of some days as they are stored, one row a day and series. */
export const readTotals = (db: Database, first: number, last: number) =>
  db.query
    .withTables<UsageTables>()
    .selectFrom('usage_totals')
    .innerJoin('usage_series', 'usage_series.id', 'usage_totals.series')
    .selectAll()
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .orderBy('series')
    .execute();

/** Reads a stream of parts to its end. */
export async function drain(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const part of parts) void part;
}

/** Models whose calls are booked nowhere, and told to whoever makes them. */
export const toldModels = (models: Models): Models =>
  meter(models, { open: async () => ({ close: async () => {} }) });
