import { agentLimits } from '../../../../contract/agent.ts';
import type { AnswerWithoutLog } from '../../chat-logs/chat-logs.ts';
import type { KeywordSearch } from '../../knowledge/knowledge.ts';
import { checksKept, type GapCheck, type KnownGap } from './known-gap.ts';
import type { FindNearest } from './nearest-article.ts';
import type { SiteState } from '../site-state.ts';

/** Bounds of paid answers: gaps per task, and questions per gap. */
export const recheckLimits = agentLimits.retested;

export interface RecheckDeps {
  readonly nearest: FindNearest;
  readonly search: KeywordSearch;
  /** Answers as the chat would now, without writing a log. */
  readonly answer: AnswerWithoutLog;
  readonly now: () => number;
}

/**
 * `interrupted`: no answer is available now (limits, outage); nothing was learnt, and the rest may wait for the next
 * task.
 */
type Verdict = 'answered' | 'open' | 'interrupted';

/** Open gaps to recheck, highest scores first. */
export const dueGaps = (gaps: readonly KnownGap[], site: SiteState): KnownGap[] =>
  gaps
    .filter((gap) => isDue(gap, site))
    .toSorted((a, b) => b.points - a.points || (a.gapId < b.gapId ? -1 : 1))
    .slice(0, recheckLimits.gaps);

/**
 * True when the site has changed since the gap was last asked, by a recheck or a visitor. A disliked gap had an answer
 * before, so only a change of its article counts.
 */
function isDue(gap: KnownGap, site: SiteState): boolean {
  if (gap.status === 'closed' || gap.checkedSite === site.fingerprint) return false;
  if (isDisliked(gap)) return site.changedAt(gap.article?.postId) > gap.lastSeen;
  return gap.checkedSite !== '' || site.changedAt() > gap.lastSeen;
}

const isDisliked = ({ reasons, asks }: KnownGap): boolean => reasons.disliked * 2 > asks;

/** Asks the questions of a gap again; the gap with the result, `undefined` when there was none. */
export async function recheck(
  deps: RecheckDeps,
  gap: KnownGap,
  site: SiteState,
  signal: AbortSignal,
): Promise<KnownGap | undefined> {
  const checks: GapCheck[] = [];
  for (const { question } of gap.questions.slice(0, recheckLimits.questions)) {
    signal.throwIfAborted();
    const { verdict, how } = await ask(deps, gap, question, signal);
    if (verdict === 'interrupted') return undefined;
    checks.unshift({ at: deps.now(), question, outcome: verdict, how });
    if (verdict === 'open') break;
  }
  const isClosed = checks.every(({ outcome }) => outcome === 'answered');
  return {
    ...gap,
    status: isClosed ? 'closed' : 'still_open',
    closedAt: isClosed ? deps.now() : 0,
    checkedSite: site.fingerprint,
    checks: [...checks, ...gap.checks].slice(0, checksKept),
  };
}

/** Searches are repeated as searches; questions are looked up in the index, which is free, before the paid answer. */
async function ask(
  deps: RecheckDeps,
  { reasons, asks }: KnownGap,
  question: string,
  signal: AbortSignal,
): Promise<{ readonly verdict: Verdict; readonly how: string }> {
  if (reasons.empty_search === asks) {
    const hits = await deps.search(question, 1);
    return { verdict: hits.length > 0 ? 'answered' : 'open', how: 'keyword_search' };
  }
  const { covered } = await deps.nearest(question, signal);
  if (!covered) return { verdict: 'open', how: 'retrieval' };
  const { answerState, citations } = await deps.answer({ question, kind: 'chat', signal });
  if (answerState === 'failed' || answerState === 'limited') return { verdict: 'interrupted', how: 'answer' };
  return { verdict: answerState === 'answered' && citations.length > 0 ? 'answered' : 'open', how: 'answer' };
}
