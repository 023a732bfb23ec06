import { z } from 'zod';
import { AnswerSummary, Citation } from '../../../contract/articles/articles.ts';
import { answerCache, answerCacheLimits } from '../../../contract/chat/answer-cache.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { implement, type Feature } from '../../http/implement.ts';
import { dayMs, hourMs, instantOf, minuteMs } from '../../kit/calendar.ts';
import type { Database } from '../../kit/database.ts';
import { parseJson } from '../../kit/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { createHitCounter } from '../../work/schedule/hit-counter.ts';
import type { PassageFingerprint, PassageKey } from '../knowledge/knowledge.ts';
import { createAnswerCacheStore } from './store.ts';

export { answerCacheMigrations } from './store.ts';

const KeptAnswer = z.object({
  /** As it is streamed, before its text is escaped. */
  text: z.string(),
  model: z.string(),
  citations: z.array(Citation),
  summary: AnswerSummary,
});
export type KeptAnswer = z.infer<typeof KeptAnswer>;

const PassageKeys = z.array(z.object({ articleId: z.string(), identity: z.string() }));

/** Answers of language models that are given again to the same question. */
export interface AnswerCache extends Feature {
  /** The answer of a key that is younger than `hours` and whose passages still stand as they were; counts it for a visitor. */
  find(
    key: string,
    given: { readonly hours: number; readonly byVisitor: boolean },
  ): Promise<(KeptAnswer & { readonly at: string }) | undefined>;
  /** Keeps an answer that was written from these passages for the log of a question. */
  keep(
    key: string,
    answer: KeptAnswer,
    from: {
      readonly question: string;
      readonly passages: readonly (PassageKey & { readonly text: string })[];
      readonly logId: string;
    },
  ): Promise<void>;
  /** Deletes what was kept of the question of a deleted log, or of any question. */
  forget(logId?: string): Promise<void>;
}

/** Answers of language models for questions that are asked again word by word. */
export function createAnswerCache(deps: {
  readonly db: Database;
  readonly config: {
    read<G extends 'chat' | 'privacy'>(group: G): Promise<ConfigGroups[G]>;
  };
  readonly fingerprint: PassageFingerprint;
  /** A text without personal data. */
  readonly mask: (text: string) => string;
  readonly clock: Clock;
  readonly log: Log;
}): AnswerCache {
  const { db, config, fingerprint, clock, log } = deps;
  const { now } = clock;
  const store = createAnswerCacheStore(db);
  const hits = createHitCounter({ store, now, log, of: 'kept answers' });

  return {
    async find(key, { hours, byVisitor }) {
      if (hours === 0) return undefined;
      const stored = await store.find(key);
      // A time that lies ahead was noted before the clock was set back.
      if (!stored || Math.abs(now() - stored.madeAt) >= hours * hourMs) return undefined;
      const passages = PassageKeys.safeParse(parseJson(stored.passages));
      const answer = KeptAnswer.safeParse(parseJson(stored.answer));
      if (!passages.success || !answer.success) return undefined;
      if ((await fingerprint(passages.data)) !== stored.fingerprint) return undefined;
      if (byVisitor) hits.note(anyAnswer);
      return { ...answer.data, at: instantOf(stored.madeAt) };
    },

    async keep(key, kept, { question, passages, logId }) {
      // Nobody else asks that, and the answer may repeat it.
      if (deps.mask(question) !== question) return;
      const answer = JSON.stringify(kept);
      if (Buffer.byteLength(answer) > answerCacheLimits.entryBytes) return;
      const keys = passages.map(({ articleId, identity }) => ({ articleId, identity }));
      const mark = await fingerprint(
        keys,
        passages.map(({ text }) => text),
      );
      if (mark === undefined) return;
      const stored = { answer, passages: JSON.stringify(keys), fingerprint: mark, logId, madeAt: now() };
      await store.put(key, stored, answerCacheLimits.entries);
    },

    async forget(logId) {
      await (logId === undefined ? store.removeAll() : store.removeOfLog(logId));
    },

    routes: [
      implement(answerCache, {
        async read() {
          const [{ answerCacheHours: hours }, { entries, oldestAt }, counted] = await Promise.all([
            config.read('chat'),
            store.count(),
            hits.read(),
          ]);
          const given = counted.get(anyAnswer);
          return {
            hours,
            entries,
            oldestAt: instantOf(oldestAt),
            hits: given?.hits ?? 0,
            lastHitAt: instantOf(given?.lastAt),
          };
        },
        async clear() {
          const deleted = await store.removeAll();
          if (deleted > 0) await db.forget?.();
          return { deleted };
        },
      }),
    ],

    /** Deletes what is kept no longer: by its own time, and with the logs of its time. */
    async everyDay() {
      const [{ answerCacheHours }, { logRetentionDays }] = await Promise.all([
        config.read('chat'),
        config.read('privacy'),
      ]);
      const days = logRetentionDays === 0 ? Infinity : logRetentionDays;
      // A log is a moment older than its answer here.
      await store.removeMadeBefore(now() + minuteMs - Math.min(answerCacheHours * hourMs, days * dayMs));
    },

    /** Writes pending counts. */
    [Symbol.asyncDispose]: () => hits.close(),
  };
}

/** The id that all hits are counted by: which question was asked again is nobody's business. */
const anyAnswer = 'any';
