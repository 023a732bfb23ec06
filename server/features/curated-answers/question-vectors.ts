import { isRecent } from '../../kit/calendar.ts';
import type { Log } from '../../ports/log.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Locks } from '../../work/lock.ts';
import type { QuestionEmbedding } from '../knowledge/knowledge.ts';
import everyday from './matching/everyday-questions.json' with { type: 'json' };
import { scaleOf, type Scale } from './matching/meaning.ts';
import type { EntryCache } from './entry-cache.ts';
import type { CuratedAnswerStore } from './store.ts';

/** Questions of one call to the embedding model. */
const batch = 32;
/** Pause after a failure of the model. */
const retryMs = 300_000;
const lease = 'curated-answers-vectors';

export interface QuestionVectorDeps {
  readonly store: Pick<CuratedAnswerStore, 'vectors' | 'addVectors' | 'dropVectors' | 'announce'>;
  readonly embedding: Pick<QuestionEmbedding, 'signature' | 'ofTexts'>;
  readonly entries: Pick<EntryCache, 'all'>;
  readonly locks: Pick<Locks, 'tryAcquire'>;
  readonly now: () => number;
  readonly log: Log;
}

/** Vectors of the questions of curated answers by the model of the index: made when an answer is saved or the model changes, and stored. */
export interface QuestionVectors {
  /** Signature of the vectors that are compared now. */
  signature(): string;
  /** Makes what is missing, in the background. */
  refresh(): void;
  /** The vector of a question, if it was made with this signature. */
  of(question: string, signature: string): Float32Array | undefined;
  /** How alike the model with this signature finds questions that differ; `undefined` while that is not known. */
  scale(signature: string): Scale | undefined;
  /** True when there are vectors of this signature. What is missing is made in the background. */
  isKnown(signature: string): boolean;
  close(): Promise<void>;
}

export function createQuestionVectors(deps: QuestionVectorDeps): QuestionVectors {
  const { store, embedding, entries, locks, now, log } = deps;
  const closing = new AbortController();
  let known: { readonly signature: string; readonly byKey: Map<string, Float32Array> } | undefined;
  let scale: { readonly signature: string; readonly scale: Scale } | undefined;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let failedAt = -Infinity;

  const makeMissing = async (signature: string, missing: readonly (readonly [string, string])[]) => {
    await using held = await locks.tryAcquire(lease);
    if (!held) return;
    for (let from = 0; from < missing.length; from += batch) {
      const some = missing.slice(from, from + batch);
      const vectors = await embedding.ofTexts(
        some.map(([, question]) => question),
        signature,
        closing.signal,
      );
      const rows = some.flatMap(([key], place) => (vectors[place] ? [{ key, vector: vectors[place] }] : []));
      await store.addVectors(signature, rows);
      for (const { key, vector } of rows) known?.byKey.set(key, vector);
    }
    await store.announce();
  };

  const bringUpToDate = async (): Promise<void> => {
    const signature = embedding.signature();
    if (signature === '') return;
    const questions = (await entries.all()).flatMap((entry) => entry.questions);
    if (questions.length === 0) return;
    const wanted = new Map([...everyday, ...questions].map((question) => [keyOf(question), question]));
    const byKey = await store.vectors(signature);
    known = { signature, byKey };
    const missing = [...wanted].filter(([key]) => !byKey.has(key));
    const gone = [...byKey.keys()].filter((key) => !wanted.has(key));
    await store.dropVectors(signature, gone);
    for (const key of gone) byKey.delete(key);
    if (missing.length > 0) await makeMissing(signature, missing);
  };

  const refresh = (): void => {
    if (closing.signal.aborted || isRecent(failedAt, retryMs, now())) return;
    if (running) {
      isAskedAgain = true;
      return;
    }
    isAskedAgain = false;
    running = bringUpToDate()
      .catch((error: unknown) => {
        if (closing.signal.aborted) return;
        failedAt = now();
        log.warn(
          { err: String(error) },
          'the questions of curated answers got no vectors; words compare them',
        );
      })
      .finally(() => {
        running = undefined;
        if (isAskedAgain) refresh();
      });
  };

  const vectorOf = (question: string, signature: string) =>
    known?.signature === signature ? known.byKey.get(keyOf(question)) : undefined;

  return {
    signature: embedding.signature,
    refresh,
    of: vectorOf,
    scale(signature) {
      if (scale?.signature === signature) return scale.scale;
      const made = scaleOf(everyday.flatMap((question) => vectorOf(question, signature) ?? []));
      if (made) scale = { signature, scale: made };
      return made;
    },
    isKnown(signature) {
      if (known?.signature !== signature) refresh();
      return known?.signature === signature && known.byKey.size > 0;
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

const keyOf = (question: string): string => sha256(question).slice(0, 32);
