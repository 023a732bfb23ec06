import { setTimeout as pause } from 'node:timers/promises';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { changeMigrations, createChanges } from '../../server/features/changes/changes.ts';
import { createConfig } from '../../server/features/config/config.ts';
import { configMigrations } from '../../server/features/config/store.ts';
import { createKnowledge, type KnowledgeDeps } from '../../server/features/knowledge/knowledge.ts';
import { createKnowledgeStore, knowledgeMigrations } from '../../server/features/knowledge/store.ts';
import { createLocks, leaseMs, lockMigrations } from '../../server/work/lock.ts';
import { createTrace } from '../../server/kit/trace.ts';
import { createFakeHost } from './host.ts';
import { createTestLog } from './log.ts';
import { createFakeModels } from './models.ts';
import { fakeLiveness, surely } from './liveness.ts';

interface TestKnowledge extends Partial<Omit<KnowledgeDeps, 'config' | 'locks'>> {
  /** Name of the process among those on one database. */
  readonly owner?: string;
  /** Life of a lease; short where a test waits for that of a killed process. */
  readonly leaseMs?: number;
}

/** The knowledge feature with real records, on a database in memory and fakes unless given. It is not started. */
export async function createTestKnowledge(given: TestKnowledge = {}) {
  const db = given.db ?? openSqlite(':memory:');
  await db.migrate([...lockMigrations, ...configMigrations, ...changeMigrations, ...knowledgeMigrations]);
  const log = createTestLog();
  const clock = { now: Date.now };
  const config = createConfig({ db, log, changes: createChanges({ db, clock: { now: Date.now } }) });
  const locks = createLocks(db, clock, fakeLiveness(given.owner ?? 'test'), given.leaseMs ?? leaseMs);
  const knowledge = createKnowledge({
    host: createFakeHost([]),
    models: createFakeModels({ kinds: ['chat'] }),
    clock,
    sureTime: surely(given.clock ?? clock),
    log,
    rebuildPauses: { retryMs: 100, beginMs: 1_000, wholeFirst: true },
    ...given,
    db,
    config,
    locks,
  });

  /** Calls an operation as the wire does. */
  const call = async <T>(operation: string): Promise<T> => {
    const handler = knowledge.routes[0]?.handlers[operation];
    if (!handler) throw new Error(`There is no ${operation}`);
    return Reflect.apply(handler, undefined, [{ params: {}, query: {}, body: undefined }, {}]) as Promise<T>;
  };

  return {
    knowledge,
    db,
    config,
    log,
    store: createKnowledgeStore(db),
    call,
    rebuild: () => call<{ readonly status: string }>('rebuild'),
    /** Resolves when no rebuild runs, here or elsewhere. */
    async settled(): Promise<void> {
      while ((await call<{ readonly status: string }>('stats')).status !== 'idle') await pause(5);
    },
    retrieve: (question: string) =>
      knowledge.retrieve({
        question,
        history: [],
        trace: createTrace(Date.now),
        signal: new AbortController().signal,
      }),
    async close(): Promise<void> {
      await knowledge[Symbol.asyncDispose]?.();
      config.close();
      await db.close();
    },
  };
}
