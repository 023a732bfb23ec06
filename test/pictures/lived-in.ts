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
  'Which plan of the gym has a sauna?',
  '你好',
];

const Reply = z.object({ logId: z.string().optional() });

/** The service with its shipped handbook, some days after it was set up: questions, a verdict, a map, an excerpt, a run. */
export async function startLivedIn(): Promise<LiveService> {
  const live = await startLiveService();
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
