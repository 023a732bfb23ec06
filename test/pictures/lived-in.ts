import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { publicPrefix } from '../../contract/api.ts';
import { Pet, PetJob } from '../../contract/pets/record.ts';
import { startLiveService, type LiveService } from '../e2e/live-service.ts';

/** Visitors' questions; some have no answer in the handbook. */
const questions = [
  'How do I back up Docent?',
  'How do I connect a model?',
  '怎样备份？',
  '如何限制访客的提问次数？',
  'Can it draw mind maps?',
  'latest articles',
  'How do I install it with Docker?',
  '怎样接入 WordPress？',
  'Is there a mobile app?',
  '你好',
];

const Reply = z.object({ logId: z.string().optional() });

/** Questions that visitors repeat and the site does not answer. */
const unanswered = ['Does it read PDF files?', 'Can it open a ticket in Salesforce?'];

/** The number of questions on each day, the oldest first. */
const days = [2, 3, 1, 4, 3, 5, 2, 4, 6, 5, 7, 6, 8];

/** A service that has been used, with the ids of what has a page of its own. */
export type LivedIn = LiveService & { readonly petId: string; readonly runId: string };

/**
 * The service with its shipped handbook, two weeks after it was set up: questions, verdicts, an analysis of gaps, a pet
 * and a finished evaluation.
 */
export async function startLivedIn(): Promise<LivedIn> {
  const clock = { ago: 0, now: () => Date.now() - clock.ago };
  const live = await startLiveService({ ports: () => ({ clock }) });
  const ofDay = (day: number, n: number) =>
    n % 4 === 3 ? unanswered[day % unanswered.length] : questions[(day * 3 + n) % questions.length];
  for (const [day, count] of days.entries()) {
    clock.ago = (days.length - day) * 86_400_000;
    for (let n = 0; n < count; n++) await ask(live, ofDay(day, n) ?? '');
  }
  clock.ago = 0;
  for (const [n, message] of questions.entries()) {
    const logId = await ask(live, message);
    if (!logId || n > 2) continue;
    const rating = n === 2 ? 'dislike' : 'like';
    await fetch(`${live.service}${publicPrefix}/chat/feedback?logId=${logId}&type=${rating}`, {
      method: 'POST',
    });
  }
  await live.writeConsole('/account/tokens', { name: 'Editor plug-in' }).catch(() => undefined);
  await live.writeConsole('/agent/content-gap/run', {}).catch(() => undefined);
  const [petId, runId] = [await drawPet(live), await evaluate(live)];
  return { ...live, petId, runId };
}

/** A pet with a confirmed master and expressions, all drawn by the built-in illustrator. */
async function drawPet(live: LiveService): Promise<string> {
  const form = new FormData();
  form.set('name', 'Momo');
  form.set('style', 'soft-3d');
  form.set('customPrompt', 'a small owl');
  const begun = await live.writeConsole('/pets/generate', form);
  const { jobId, petId } = PetJob.pick({ jobId: true, petId: true }).parse(begun);
  const isOver = async () => PetJob.parse(await live.readConsole(`/pets/jobs/${jobId}`)).status !== 'pending';
  while (!(await isOver())) await setTimeout(300);
  const { pets } = z.object({ pets: z.array(Pet) }).parse(await live.readConsole('/pets/list'));
  const { masterUrl, masterRevision } = pets.find(({ id }) => id === petId) ?? {};
  await live.writeConsole(`/pets/${petId}/background/approve`, { masterUrl, masterRevision });
  await live.writeConsole(`/pets/${petId}/regenerate`, {});
  return petId ?? '';
}

async function evaluate(live: LiveService): Promise<string> {
  const cases = questions
    .slice(0, 6)
    .map((question) => ({ question, expectedSources: ['Backup and restore'] }));
  const { runId } = z
    .object({ runId: z.string() })
    .parse(await live.writeConsole('/evaluations/run', { name: 'First look', cases }));
  const status = z.object({ status: z.string() });
  const isOver = async () =>
    status.parse(await live.readConsole(`/evaluations/runs/${runId}/status`)).status !== 'running';
  while (!(await isOver())) await setTimeout(300);
  return runId;
}

/** Asks as a visitor and gives the id of the log. */
async function ask({ service }: LiveService, message: string): Promise<string | undefined> {
  const response = await fetch(`${service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, history: [] }),
  });
  return Reply.parse(await response.json()).logId;
}
