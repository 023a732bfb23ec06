import { dateOf, dayAt, startOfDay } from '../../kit/calendar.ts';
import type { Notice } from './notice.ts';
import type { StoredNotices } from './settings.ts';

/** Statistics and texts of some days. */
export interface DigestSource {
  /** With `texts`, also returns open questions and titles of gaps, with personal data masked. */
  (days: { readonly first: number; readonly last: number; readonly texts: boolean }): Promise<{
    readonly questions: number;
    readonly notCovered: number;
    readonly disliked: number;
    readonly gaps: number;
    readonly cost: number | undefined;
    readonly currency: string;
    readonly openQuestions: readonly string[];
    readonly gapTitles: readonly string[];
  }>;
}

const hourMs = 60 * 60_000;
/** A digest that could not be made within this time after its hour is skipped. */
const lateMs = 48 * hourMs;
/** Maximum entries of a list, and maximum characters of an entry. */
const listed = 10;
const entryLength = 200;

/** The day whose digest is due now, at the hour of the settings; `undefined` when none is. */
export function digestDue({ digest, since }: StoredNotices, now: number): number | undefined {
  const today = dayAt(now);
  // 1970-01-01 was a Thursday.
  const weekday = ((today + 3) % 7) + 1;
  const day = today - ((weekday - digest.weekday + 7) % 7);
  const dueAt = hourOf(day, digest.hour);
  const last = now >= dueAt ? { day, dueAt } : { day: day - 7, dueAt: hourOf(day - 7, digest.hour) };
  return last.dueAt > since && now - last.dueAt < lateMs ? last.day : undefined;
}

/** Topic that records that a digest was sent. */
export const digestTopic = (day: number): string => `digest:${dateOf(day)}`;

/** Instant of an hour of a local day, correct also on days when clocks change. */
function hourOf(day: number, hour: number): number {
  const midnight = new Date(startOfDay(day));
  return midnight.setHours(hour, 0, 0, 0);
}

/** The digest of the seven days before a day. */
export async function digestOf(
  day: number,
  { digest }: StoredNotices,
  source: DigestSource,
): Promise<{ readonly topic: string; readonly once: Notice }> {
  const days = { first: day - 7, last: day - 1 };
  const found = await source({ ...days, texts: digest.texts });
  const { questions, notCovered, disliked, gaps, cost, currency, openQuestions, gapTitles } = found;
  return {
    topic: digestTopic(day),
    once: {
      event: 'digest',
      phase: 'once',
      subject: '',
      figures: {
        from: dateOf(days.first),
        to: dateOf(days.last),
        questions,
        notCovered,
        disliked,
        gaps,
        ...(cost !== undefined && { cost, currency }),
      },
      ...(digest.texts && { questions: entriesOf(openQuestions), gaps: entriesOf(gapTitles) }),
    },
  };
}

const entriesOf = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, entryLength)))]
    .filter((text) => text !== '')
    .slice(0, listed);
