import { setTimeout as pause } from 'node:timers/promises';
import type { Article } from '../../../../ports/host.ts';

/** Articles of a response, and the response's time by the platform's clock (its `Date` header). */
export interface Answered {
  readonly articles: ReadonlyMap<string, Article>;
  readonly answeredAt: string;
}

/** The `Date` header is set a moment after the read, so the second after an edit is still too early. */
const settledMs = 2_000;

/**
 * Reads texts from a platform that dates edits to the second. A text edited just now may be edited again within the
 * same second, which the date would not show; so it is read again after that second.
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

/** Time until the newest edit is settled; dates in the future are ignored. */
const unsettledMs = ({ articles, answeredAt }: Answered): number => {
  const now = Date.parse(answeredAt);
  const edits = [...articles.values()].map(({ modifiedAt }) => Date.parse(modifiedAt));
  return Math.max(0, ...edits.filter((time) => time <= now).map((time) => settledMs - (now - time)));
};
