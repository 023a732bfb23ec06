import { randomInt } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { crashToken, missing, newLoad, work, type Load } from './crash-load.ts';
import { ready, startService } from './service.ts';

/** A busy machine may take so long to begin the load. */
const beginMs = 60_000;
/** After so long nothing of a dead process may still count as running. */
const graceMs = 5_000;
/** Maximum time without progress of a running job, as long as a start may take on a busy machine. */
const progressMs = 60_000;
const pollMs = 200;

/** The kinds of long work that the load begins; every kind of job is one of them. */
export const kindsOfWork = [
  'agent-content-gap',
  'evaluation',
  'excerpts',
  'mindmap-generate-all',
  'pets',
  'rebuild',
] as const;

/** Result of a number of kills; `lost` and `stuck` must be empty. */
export interface CrashReport {
  readonly rounds: number;
  /** Answers and their feedback, saved settings and routes, jobs begun. */
  readonly acknowledged: number;
  /** Work that was under way when the service was killed, by kind. */
  readonly interrupted: Readonly<Record<string, number>>;
  /** From the start of the process to the first `/readyz` of 200. */
  readonly readyMs: readonly number[];
  readonly lost: readonly string[];
  readonly stuck: readonly string[];
}

/**
 * Kills a real service again and again under mixed load: answers, saves, a rebuild, and jobs of every kind, with
 * built-in models. After each start it looks for what was acknowledged, for what the dead process held, and whether
 * what it left behind goes on.
 */
export async function crashRounds(dataDir: string, rounds: number): Promise<CrashReport> {
  const interrupted: Record<string, number> = Object.fromEntries(kindsOfWork.map((kind) => [kind, 0]));
  const [readyMs, lost, stuck]: [number[], string[], string[]] = [[], [], []];
  let acknowledged = 0;
  let before = newLoad();
  let dead: ReadonlySet<string> = new Set();
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const service = await startService({
      DOCENT_DATA_DIR: dataDir,
      DOCENT_ADMIN_TOKEN: crashToken,
      DOCENT_LOG_LEVEL: 'warn',
    });
    await ready(service);
    readyMs.push(Math.round(performance.now() - began));
    stuck.push(...(await heldAfterGrace(dead, dataDir)), ...(await standingStill(dataDir)));
    lost.push(...(await missing(service, before)));
    const load = newLoad(before);
    const working = work(service, load);
    await underWay(load, dataDir);
    await pause(randomInt(3_000));
    service.child.kill('SIGKILL');
    await service.ended;
    await working;
    acknowledged += load.kept.length;
    for (const saves of ['settings', 'routes'] as const)
      acknowledged += load[saves].acknowledged - before[saves].acknowledged;
    dead = new Set(read<{ owner: string }>(dataDir, holdings).map(({ owner }) => owner));
    for (const { kind } of read<AtWork>(dataDir, atWork)) interrupted[kind] = (interrupted[kind] ?? 0) + 1;
    before = load;
  }
  return { rounds, acknowledged, interrupted, readyMs, lost, stuck };
}

/** Reads the file beside the service, as nobody else does. */
function read<T>(dataDir: string, sql: string): T[] {
  const db = new DatabaseSync(join(dataDir, 'docent.sqlite'), { readOnly: true, timeout: 5_000 });
  try {
    return db.prepare(sql).all() as T[];
  } finally {
    db.close();
  }
}

const holdings = `
  select 'job ' || kind as what, owner from jobs where status = 'running'
  union all select 'reservation', instance from usage_calls where instance is not null`;

const heldBy = (dead: ReadonlySet<string>, dataDir: string): string[] =>
  read<{ what: string; owner: string }>(dataDir, holdings)
    .filter(({ owner }) => dead.has(owner))
    .map(({ what }) => `${what} of a dead process`);

/** Waits until something is acknowledged and something is at work, since a kill before that tests nothing. */
async function underWay({ kept }: Load, dataDir: string): Promise<void> {
  for (let waited = 0; waited < beginMs; waited += pollMs) {
    if (kept.length > 0 && read<AtWork>(dataDir, atWork).length > 0) return;
    await pause(pollMs);
  }
}

/** Locks that a dead process still holds when the grace period is over; looks until then. */
async function heldAfterGrace(dead: ReadonlySet<string>, dataDir: string): Promise<string[]> {
  let held = heldBy(dead, dataDir);
  for (let waited = 0; held.length > 0 && waited < graceMs; waited += pollMs) {
    await pause(pollMs);
    held = heldBy(dead, dataDir);
  }
  return held;
}

interface AtWork {
  readonly kind: string;
  readonly id: string;
  readonly state: string;
}

/** Long work that is not done, and how far it is: jobs, and the generation of the index that is being built. */
const atWork = `
  select kind, id, state from jobs where status = 'running'
  union all
  select 'rebuild', generation, (select count(*) from indexed_articles as a where a.generation = g.generation)
    from index_generations as g where status = 'building'`;

/** Jobs that neither progress nor end. */
async function standingStill(dataDir: string): Promise<string[]> {
  let still = read<AtWork>(dataDir, atWork);
  for (let waited = 0; still.length > 0 && waited < progressMs; waited += pollMs) {
    await pause(pollMs);
    const now = new Map(read<AtWork>(dataDir, atWork).map(({ kind, id, state }) => [`${kind} ${id}`, state]));
    still = still.filter(({ kind, id, state }) => now.get(`${kind} ${id}`) === state);
  }
  return still.map(({ kind, id, state }) => `${kind} ${id} stands still at ${state}`);
}
