import { z } from 'zod';
import { del, get, group, json } from '../endpoint.ts';
import { instant } from '../paging.ts';

/** `entries`: answers that are kept; `entryBytes`: size of the largest one, as JSON. */
export const answerCacheLimits = { entries: 2000, entryBytes: 32 * 1024, hours: 720 } as const;

/** Answers of the language model that are given again to the same question. */
export const AnswerCacheState = z.object({
  hours: z
    .int()
    .meta({ description: 'How long an answer is kept; 0 for not at all (`chat.answerCacheHours`)' }),
  entries: z.int().meta({ description: `Answers that are kept, at most ${answerCacheLimits.entries}` }),
  oldestAt: instant.meta({ description: 'When the oldest of them was written; empty without any' }),
  hits: z.int().meta({ description: 'How often visitors were given a kept answer, since ever' }),
  lastHitAt: instant.meta({ description: 'When one was given last; empty before' }),
});
export type AnswerCacheState = z.infer<typeof AnswerCacheState>;

export const answerCache = group('answer-cache', 'console', {
  read: get('/answer-cache', {
    summary:
      'How many answers of the language model are kept for the same question, and how often they were given',
    reply: json(AnswerCacheState),
  }),
  clear: del('/answer-cache', {
    summary: 'Delete every kept answer; the next question of each is answered anew',
    reply: json(
      z.looseObject({ deleted: z.int().meta({ description: 'Number of answers that were kept' }) }),
    ),
  }),
});
