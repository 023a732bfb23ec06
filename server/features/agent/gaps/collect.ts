import { dayAt, startOfDay } from '../../../kit/calendar.ts';
import type { ChatLogs, LoggedQuestion } from '../../chat-logs/chat-logs.ts';
import type { Pause } from './cluster.ts';
import { createCollection, type Collection } from './collection.ts';
import { finishedKeywords } from './empty-searches.ts';
import { isUncited, outcomeOf } from '../reasons.ts';
import type { AgentStore } from '../store.ts';

/** Counts of the window, whether or not a log became part of a gap. */
export interface WindowFigures {
  windowLogs: number;
  dislikedAnswers: number;
  noCitationAnswers: number;
  notCoveredAnswers: number;
  partialAnswers: number;
  technicalFailures: number;
  emptySearches: number;
}

/** Maximum of logs read, newest first. */
export const logsRead = 2_000_000;

interface CollectDeps {
  readonly logs: Pick<ChatLogs, 'questions'>;
  readonly searches: AgentStore['searches'];
  readonly pause: Pause;
}

/** Reads all logs and empty searches of `[from, below)` (epoch milliseconds), newest first. */
export async function collect(
  { logs, searches, pause }: CollectDeps,
  { from, below }: { readonly from: number; readonly below: number },
): Promise<{ readonly collection: Collection; readonly figures: WindowFigures }> {
  const collection = createCollection(from + (below - from) / 2);
  const figures: WindowFigures = {
    windowLogs: 0,
    dislikedAnswers: 0,
    noCitationAnswers: 0,
    notCoveredAnswers: 0,
    partialAnswers: 0,
    technicalFailures: 0,
    emptySearches: 0,
  };
  for await (const batch of logs.questions({ from, below })) {
    await pause();
    for (const log of batch) countLog(log, collection, figures);
    if (figures.windowLogs >= logsRead) break;
  }
  for await (const day of searches.days(dayAt(from), dayAt(below))) {
    await pause();
    for (const { searches: times, keyword, day: of } of finishedKeywords(day)) {
      figures.emptySearches += times;
      const at = Math.min(below - 1, Math.max(from, startOfDay(of)));
      collection.add({ question: keyword, reason: 'empty_search', at, visitor: '', times });
    }
  }
  return { collection, figures };
}

function countLog(log: LoggedQuestion, collection: Collection, figures: WindowFigures): void {
  const outcome = outcomeOf(log);
  figures.windowLogs += 1;
  if (log.feedback === 'dislike') figures.dislikedAnswers += 1;
  if (isUncited(log)) figures.noCitationAnswers += 1;
  if (log.state === 'not_covered') figures.notCoveredAnswers += 1;
  if (log.state === 'partial') figures.partialAnswers += 1;
  if (log.state === 'failed' || log.state === 'limited') figures.technicalFailures += 1;
  if (outcome === 'left_out') return;
  if (outcome === 'answered') collection.addAnswered(log.question);
  else
    collection.add({
      question: log.question,
      reason: outcome,
      at: log.at,
      visitor: log.address,
      logId: log.id,
    });
}
