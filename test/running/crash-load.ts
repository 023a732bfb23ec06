import { setTimeout as pause } from 'node:timers/promises';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { petLimits } from '../../contract/pets/limits.ts';
import type { Service } from './service.ts';

export const crashToken = 'crash-rounds-administrator';

type Reply = Readonly<Record<string, unknown>>;

/** Something the service has acknowledged, and how to see that it is still there. */
interface Kept {
  readonly what: string;
  readonly path: string;
  readonly isThere: (reply: Reply) => boolean;
}

/** A record that is saved again and again, each time with the next number. */
interface Rising {
  asked: number;
  acknowledged: number;
}

/** Acknowledgements of one process. */
export interface Load {
  readonly kept: Kept[];
  readonly settings: Rising;
  readonly routes: Rising;
}

const none = (): Rising => ({ asked: 0, acknowledged: 0 });

/** A load of its own whose risen numbers go on from those of the last one. */
export const newLoad = ({ settings, routes }: Omit<Load, 'kept'> = { settings: none(), routes: none() }) => ({
  kept: [],
  settings: { ...settings },
  routes: { ...routes },
});

const headers = { authorization: `Bearer ${crashToken}` };
const settingsTop = 20;

async function send(service: Service, path: string, method = 'GET', body?: unknown): Promise<Reply> {
  const isForm = body instanceof FormData;
  const reply = await fetch(service.url + path, {
    method,
    headers: { ...headers, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return (await reply.json()) as Reply;
}

/** Everything at once until the service is killed, which is how each of these ends. */
export async function work(service: Service, load: Load): Promise<void> {
  const to = (path: string, method?: string, body?: unknown) =>
    send(service, consolePrefix + path, method, body);
  const forever = async (once: () => Promise<unknown>, restMs = 0) => {
    for (;;) {
      await once();
      await pause(restMs);
    }
  };
  /** Starts a job again and again; one that was acknowledged must be known for good. */
  const jobs = (
    start: () => Promise<Reply>,
    id: 'jobId' | 'runId' | 'taskId',
    page: (id: string) => string,
  ) =>
    forever(async () => {
      const named = (await start())[id];
      if (typeof named === 'string')
        load.kept.push({ what: `${id} ${named}`, path: consolePrefix + page(named), isThere: isNoFailure });
    }, 50);

  await Promise.allSettled([
    forever(() => answer(service, load)),
    forever(() => answer(service, load)),
    forever(() => saveSettings(service, load.settings)),
    forever(() => saveRoute(service, load.routes)),
    jobs(
      () => to('/evaluations/run', 'POST', { name: 'run', datasetId: 'own', cases }),
      'runId',
      (id) => `/evaluations/runs/${id}/status`,
    ),
    jobs(
      () => to('/mindmap/jobs/generate-all', 'POST', { scope: 'all' }),
      'jobId',
      (id) => `/mindmap/jobs/${id}`,
    ),
    jobs(
      () => to('/agent/content-gap/run', 'POST', {}),
      'taskId',
      (id) => `/agent/tasks/${id}`,
    ),
    jobs(
      () => drawPet(service),
      'jobId',
      (id) => `/pets/jobs/${id}`,
    ),
    forever(() => to('/knowledge/summarize-all', 'POST', {}), 50),
    forever(() => to('/knowledge/reindex', 'POST', {}), 50),
  ]);
}

const cases = Array.from({ length: 20 }, (_, index) => ({ id: `c${index}`, question: 'What is Docent?' }));

const isNoFailure = (reply: Reply): boolean =>
  reply['success'] !== false && !('error' in reply && !('status' in reply));

/** A question, then a mark of approval for its answer. */
async function answer(service: Service, { kept }: Load): Promise<void> {
  // The agent works on questions that the site does not cover.
  const message =
    kept.length % 2 === 0 ? 'Can I use PostgreSQL?' : `What does owl number ${kept.length} eat?`;
  const { logId } = await send(service, `${publicPrefix}/chat`, 'POST', { message });
  if (typeof logId !== 'string') return;
  const path = `${consolePrefix}/chat-logs/${logId}`;
  kept.push({ what: `log ${logId}`, path, isThere: ({ id }) => id === logId });
  const { success } = await send(service, `${publicPrefix}/chat/feedback?logId=${logId}`, 'POST');
  const isLiked = ({ feedback }: Reply) => (feedback as Reply | undefined)?.['type'] === 'like';
  if (success === true) kept.push({ what: `feedback on ${logId}`, path, isThere: isLiked });
}

async function saveSettings(service: Service, saves: Rising): Promise<void> {
  saves.asked += 1;
  const wish = { retrieval: { topN: topNOf(saves.asked) } };
  const { saved } = await send(service, `${consolePrefix}/config/save`, 'POST', wish);
  if (saved === true) saves.acknowledged = saves.asked;
}

const topNOf = (n: number): number => (n % settingsTop) + 1;

async function saveRoute(service: Service, saves: Rising): Promise<void> {
  saves.asked += 1;
  const route = {
    displayName: 'Crash',
    description: String(saves.asked),
    enabled: false,
    triggerPatterns: ['never asked'],
    pipeline: [{ type: 'TIME_SORT' }],
  };
  const { id } = await send(service, routePath, 'PUT', route);
  if (id === routeId) saves.acknowledged = saves.asked;
}

const routeId = 'crash';
const routePath = `${consolePrefix}/intent-routes/${routeId}`;

/** Draws a pet; when there are as many as allowed, all go first. */
async function drawPet(service: Service): Promise<Reply> {
  const form = new FormData();
  form.set('customPrompt', 'a small owl');
  const begun = await send(service, `${consolePrefix}/pets/generate`, 'POST', form);
  if (begun['success'] === true || !String(begun['message']).includes(String(petLimits.pets))) return begun;
  const { pets = [] } = (await send(service, `${consolePrefix}/pets/list`)) as { pets?: { id: string }[] };
  for (const { id } of pets) await send(service, `${consolePrefix}/pets/${id}`, 'DELETE');
  return begun;
}

/** Data that the dead process has acknowledged and the new one has lost. */
export async function missing(service: Service, load: Load): Promise<string[]> {
  const lost: string[] = [];
  for (const { what, path, isThere } of load.kept) if (!isThere(await send(service, path))) lost.push(what);
  // The last wish may have been killed on its way, before or after it was written.
  const { retrieval } = await send(service, `${consolePrefix}/config`);
  const { topN } = retrieval as { topN: number };
  if (!lastTwo(load.settings).map(topNOf).includes(topN) && load.settings.acknowledged > 0)
    lost.push(`setting ${topN}, of wish ${load.settings.acknowledged}`);
  const routes = (await send(service, `${consolePrefix}/intent-routes`)) as unknown as readonly Reply[];
  const said = Number(routes.find(({ id }) => id === routeId)?.['description'] ?? 0);
  if (!lastTwo(load.routes).includes(said) && load.routes.acknowledged > 0)
    lost.push(`route ${said}, of wish ${load.routes.acknowledged}`);
  return lost;
}

const lastTwo = ({ asked, acknowledged }: Rising): readonly number[] => [acknowledged, asked];
