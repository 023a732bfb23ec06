import { randomInt } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { ready, startService, type Service } from './service.ts';

const token = 'crash-rounds-administrator';
/** After so long nothing of a dead process may still count as running. */
const graceMs = 5_000;

/** What a number of kills has shown; `lost` and `stuck` must be empty. */
export interface CrashReport {
  readonly rounds: number;
  readonly acknowledgedLogs: number;
  readonly acknowledgedSaves: number;
  /** Jobs that were running when the service was killed, by kind. */
  readonly interrupted: Readonly<Record<string, number>>;
  /** From the start of the process to the first `/readyz` of 200. */
  readonly readyMs: readonly number[];
  readonly lost: readonly string[];
  readonly stuck: readonly string[];
}

/**
 * Kills a real service again and again under mixed load: answers, saved settings, a rebuild, and jobs of every kind,
 * with built-in models. After each start it looks for what was acknowledged, and for what the dead process held.
 */
export async function crashRounds(dataDir: string, rounds: number): Promise<CrashReport> {
  const seen = { logs: 0, saves: 0, interrupted: {} as Record<string, number> };
  const [readyMs, lost, stuck]: [number[], string[], string[]] = [[], [], []];
  let before = newLoad();
  let dead: ReadonlySet<string> = new Set();
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const service = await startService({
      DOCENT_DATA_DIR: dataDir,
      DOCENT_ADMIN_TOKEN: token,
      DOCENT_LOG_LEVEL: 'warn',
    });
    await ready(service);
    readyMs.push(Math.round(performance.now() - began));
    await pause(graceMs);
    stuck.push(...heldBy(dead, dataDir));
    lost.push(...(await missing(service, before)));
    const load = newLoad(before.saves);
    const working = work(service, load);
    await pause(randomInt(300, 3_000));
    service.child.kill('SIGKILL');
    await service.ended;
    await working;
    seen.logs += load.logIds.length;
    seen.saves += load.saves.acknowledged - before.saves.acknowledged;
    dead = signaturesIn(dataDir);
    for (const kind of runningKinds(dataDir)) seen.interrupted[kind] = (seen.interrupted[kind] ?? 0) + 1;
    before = load;
  }
  return {
    rounds,
    acknowledgedLogs: seen.logs,
    acknowledgedSaves: seen.saves,
    interrupted: seen.interrupted,
    readyMs,
    lost,
    stuck,
  };
}

/** What one process has acknowledged. */
interface Load {
  readonly logIds: string[];
  /** Settings are saved with rising values. */
  readonly saves: { asked: number; acknowledged: number };
}

const newLoad = (saves = { asked: 0, acknowledged: 0 }): Load => ({ logIds: [], saves: { ...saves } });

const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

async function send(service: Service, url: string, body?: unknown): Promise<Record<string, unknown>> {
  const reply = await fetch(service.url + url, {
    headers,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await reply.json()) as Record<string, unknown>;
}

/** Load until the service is killed, which is how each of these ends. */
async function work(service: Service, { logIds, saves }: Load): Promise<void> {
  const console_ = (path: string, body?: unknown) => send(service, consolePrefix + path, body);
  const forever = async (once: () => Promise<unknown>) => {
    for (;;) await once();
  };
  const again = async (path: string, body: unknown) =>
    forever(async () => {
      await console_(path, body);
      await pause(50);
    });
  const answers = () =>
    forever(async () => {
      const { logId } = await send(service, `${publicPrefix}/chat`, { message: 'Can I use PostgreSQL?' });
      if (typeof logId === 'string') logIds.push(logId);
    });
  const settings = () =>
    forever(async () => {
      const wish = (saves.asked = (saves.asked % 20) + 1);
      const { saved } = await console_('/config/save', { retrieval: { topN: wish } });
      if (saved === true) saves.acknowledged += 1;
    });
  const cases = Array.from({ length: 20 }, (_, index) => ({ id: `c${index}`, question: 'What is Docent?' }));
  const pet = () =>
    forever(async () => {
      const form = new FormData();
      form.set('customPrompt', 'a small owl');
      await fetch(`${service.url}${consolePrefix}/pets/generate`, {
        method: 'POST',
        headers: { authorization: headers.authorization },
        body: form,
      });
      await pause(200);
    });
  await Promise.allSettled([
    answers(),
    answers(),
    settings(),
    pet(),
    again('/evaluations/run', { name: 'run', datasetId: 'own', cases }),
    again('/mindmap/jobs/generate-all', { scope: 'all' }),
    again('/knowledge/summarize-all', {}),
    again('/agent/content-gap/run', {}),
    again('/knowledge/reindex', {}),
  ]);
}

/** What the dead process has acknowledged and this one does not know. */
async function missing(service: Service, { logIds, saves }: Load): Promise<string[]> {
  const lost: string[] = [];
  for (const id of logIds) {
    const log = await send(service, `${consolePrefix}/chat-logs/${id}`);
    if (log['id'] !== id) lost.push(`log ${id}`);
  }
  if (saves.acknowledged === 0) return lost;
  const config = await send(service, `${consolePrefix}/config`);
  const { topN } = config['retrieval'] as { topN: number };
  // The last wish may have been killed on its way, before or after it was written.
  if (topN !== saves.asked && topN !== ((saves.asked + 18) % 20) + 1)
    lost.push(`setting ${topN}, wished ${saves.asked}`);
  return lost;
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

const signaturesIn = (dataDir: string): ReadonlySet<string> =>
  new Set(read<{ owner: string }>(dataDir, holdings).map(({ owner }) => owner));

const heldBy = (dead: ReadonlySet<string>, dataDir: string): string[] =>
  read<{ what: string; owner: string }>(dataDir, holdings)
    .filter(({ owner }) => dead.has(owner))
    .map(({ what }) => what);

const runningKinds = (dataDir: string): string[] =>
  read<{ kind: string }>(dataDir, `select kind from jobs where status = 'running'`).map(({ kind }) => kind);
