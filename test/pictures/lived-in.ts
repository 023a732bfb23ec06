import { z } from 'zod';
import { publicPrefix } from '../../contract/api.ts';
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

/** What visitors asked again and again, and the site does not answer. */
const unanswered = ['Does it read PDF files?', 'Can it send a weekly report by email?'];

/** The number of questions on each day, the oldest first. */
const days = [2, 3, 1, 4, 3, 5, 2, 4, 6, 5, 7, 6, 8];

/** The service with its shipped handbook, two weeks after it was set up: questions, verdicts, an analysis of gaps. */
export async function startLivedIn(): Promise<LiveService> {
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
  return live;
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
