import { setTimeout as pause } from 'node:timers/promises';
import type { Article } from '../../../../ports/host.ts';

/** Articles of one answer, and when the platform gave it by its own clock: the `Date` of the answer. */
export interface Answered {
  readonly articles: ReadonlyMap<string, Article>;
  readonly answeredAt: string;
}

/** An answer gets its date a moment after the platform has looked, so the second after an edit does not count yet. */
const settledMs = 2_000;

/**
 * Reads texts of a platform that dates edits by the second. A text that was edited just now may be edited once more
 * under the same date, which nobody could see later; it is read again when that second is over.
 */
export const readSettled = async (
  read: () => Promise<Answered>,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Article>> => {
  const first = await read();
  const waitMs = unsettledMs(first);
  if (waitMs <= 0) return first.articles;
  await pause(waitMs, undefined, { ...(signal && { signal }) });
  return (await read()).articles;
};

/** How long the newest edit is not yet settled; a date in the future says nothing. */
const unsettledMs = ({ articles, answeredAt }: Answered): number => {
  const now = Date.parse(answeredAt);
  const edits = [...articles.values()].map(({ modifiedAt }) => Date.parse(modifiedAt));
  return Math.max(0, ...edits.filter((time) => time <= now).map((time) => settledMs - (now - time)));
};
