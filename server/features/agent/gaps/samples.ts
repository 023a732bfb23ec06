import type { ChatLog } from '../../../../contract/chat-logs.ts';
import { isFault } from '../../../kit/fault.ts';
import { truncate } from '../../../text/text.ts';
import type { MatchedGap } from './match-gaps.ts';

/** A log for reports and prompts. */
export interface Sample {
  readonly id: string;
  readonly gapId: string;
  readonly timestamp: string;
  readonly question: string;
  readonly answer: string;
  readonly answerState: string;
  readonly feedbackType: string;
  readonly feedbackComment: string;
  readonly citationCount: number;
  readonly citationTitles: readonly string[];
}

const lengths = { text: 180, comment: 160, titles: 3 } as const;

/** Logs of the gaps, at most `limit` in all and about equally many of each. Logs deleted meanwhile are missing. */
export async function readSamples(
  deps: { readonly read: (id: string) => Promise<ChatLog>; readonly mask: (text: string) => string },
  gaps: readonly MatchedGap[],
  limit: number,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { id, gapId } of inTurns(gaps, limit)) {
    const log = await deps.read(id).catch((error: unknown) => {
      if (isFault(error, 'not-found')) return undefined;
      throw error;
    });
    if (log) samples.push(sampleOf(log, gapId, deps.mask));
  }
  return samples;
}

/** The first log of each gap, then the second of each, and so on. */
function inTurns(gaps: readonly MatchedGap[], limit: number) {
  const longest = Math.max(0, ...gaps.map(({ found }) => found.logs.length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    gaps.flatMap(({ found, known }) => {
      const id = found.logs[round];
      return id === undefined ? [] : [{ id, gapId: known.gapId }];
    }),
  );
  return rounds.flat().slice(0, limit);
}

const sampleOf = (log: ChatLog, gapId: string, mask: (text: string) => string): Sample => ({
  id: log.id,
  gapId,
  timestamp: log.timestamp,
  question: truncate(mask(log.question), lengths.text, '…'),
  answer: truncate(mask(log.answer), lengths.text, '…'),
  answerState: log.answerState ?? '',
  feedbackType: log.feedback?.type ?? '',
  feedbackComment: truncate(mask(log.feedback?.comment ?? ''), lengths.comment, '…'),
  citationCount: log.citations.length,
  citationTitles: log.citations.slice(0, lengths.titles).map(({ title }) => truncate(title, lengths.text)),
});
