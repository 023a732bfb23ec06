import type { Citation } from '../../../contract/articles.ts';
import type { Trace } from '../../kit/trace.ts';
import type { TaskPassage } from '../../ports/models.ts';
import type { ChatDeps, Question } from './chat.ts';
import { sourcesOf } from './citations.ts';

/** What an answer stands on. */
export interface AnswerContext {
  /** The site has something on the question, by the evidence of what was found. */
  readonly covered: boolean;
  /** The articles that `[N]` marks mean, and their passages. */
  readonly citations: readonly Citation[];
  readonly passages: readonly TaskPassage[];
  /** The nearest articles, also when they carry no answer. */
  readonly nearest: readonly Citation[];
  /** The configured words for an uncovered question; no model is called for them. */
  readonly fixedReply?: string;
}

/** Finds the passages an answer may stand on and decides whether there is anything to stand on. */
export async function buildContext(
  { config, retrieve, models }: Pick<ChatDeps, 'config' | 'retrieve' | 'models'>,
  ask: Question,
  trace: Trace,
  model: string,
  logId: string | undefined,
): Promise<AnswerContext> {
  trace.add('chat_intent', 'Intent', { detail: 'NORMAL_CHAT' });
  const { question, history, signal } = ask;
  const { passages, evidence } = await retrieve({
    question,
    history,
    signal,
    trace,
    ...(logId && { logId }),
  });
  const found = sourcesOf(passages, question);
  // A built-in cannot tell a far-fetched passage from a fitting one: it gets none when the evidence is weak.
  const info =
    model === '' ? models.defaultOf('chat') : models.list('chat').find(({ name }) => name === model);
  const usable = evidence.covered || info?.builtin === false;
  const sources = usable ? found : { citations: [], passages: [] };
  trace.add('build_context', 'Context', {
    detail: `${sources.passages.length} passages; evidence ${evidence.level}, ${evidence.score.toFixed(2)} (${evidence.reasons.join(', ')})`,
    data: { docCount: sources.passages.length, contextLength: contextLength(sources.passages), evidence },
  });
  const context = { covered: evidence.covered, ...sources, nearest: found.citations };
  const { noMatchBehavior, noMatchReply } = await config.read('retrieval');
  if (evidence.covered || noMatchBehavior !== 'fixed_reply') return context;
  trace.add('inject_context', 'Prompt', { status: 'skipped', detail: 'Fixed reply' });
  return { ...context, citations: [], passages: [], fixedReply: noMatchReply };
}

/** Characters of all passages. */
export const contextLength = (passages: readonly TaskPassage[]): number =>
  passages.reduce((sum, passage) => sum + passage.text.length, 0);
