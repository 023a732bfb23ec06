import { RebuildProgress } from '../../../../contract/knowledge.ts';
import { parseJson } from '../../../kit/json.ts';

/** Progress while no rebuild runs. */
export const idle: RebuildProgress = {
  phase: 'idle',
  totalArticles: 0,
  processedArticles: 0,
  successArticles: 0,
  failedArticles: 0,
  currentArticleTitle: '',
  totalChunks: 0,
  errorMessage: null,
  percentage: 0,
  detail: '',
  truncatedKeywords: 0,
  keywordsFailed: 0,
};

export const isOver = ({ phase }: RebuildProgress): boolean => phase === 'completed' || phase === 'error';
export const isRunning = (progress: RebuildProgress): boolean =>
  progress.phase !== 'idle' && !isOver(progress);

/** The next state. The percentage follows from the counts: 0 while articles are listed, 100 at either end. */
export function advance(state: RebuildProgress, change: Partial<RebuildProgress>): RebuildProgress {
  const next = { ...state, ...change };
  const { phase, totalArticles: total, processedArticles: processed } = next;
  const share = total === 0 ? 0 : Math.min(100, Math.floor((processed * 100) / total));
  const counted = phase === 'processing' || phase === 'retrying';
  return { ...next, percentage: isOver(next) ? 100 : counted ? share : 0 };
}

/** Estimated milliseconds for the rest at the current rate; articles done by an earlier run took no time. */
export function remainingMs(elapsedMs: number, done: number, left: number): number {
  return done === 0 ? 0 : Math.round((elapsedMs / done) * left);
}

/** The state in the note of a lease: of the running rebuild, or how the last one ended. */
export function progressFromNote({
  held,
  note,
}: {
  readonly held: boolean;
  readonly note: string;
}): RebuildProgress {
  const parsed = RebuildProgress.safeParse(parseJson(note));
  if (!parsed.success) return held ? { ...idle, phase: 'preparing' } : idle;
  // A rebuild whose process has died is not running; it continues when another process resumes it.
  return !held && isRunning(parsed.data) ? idle : parsed.data;
}
