import { z } from 'zod';
import { jsonObjectIn } from '../../model-calls/model-json.ts';
import { truncate } from '../../text/text.ts';

/** Texts of the model for the report, and for the gaps by number. Empty where unusable. */
export const ReportSummary = z.object({
  summary: z.string(),
  gaps: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      reason: z.string(),
      suggestedAction: z.string(),
      outline: z.array(z.string()),
    }),
  ),
  nextActions: z.array(z.string()),
});
export type ReportSummary = Readonly<z.infer<typeof ReportSummary>>;

const lengths = { summary: 500, title: 120, sentence: 400, heading: 120 } as const;
const maxLengths = { outline: 6, actions: 3, gaps: 20 } as const;

/**
 * Extracts and cleans the texts of a model's answer; `undefined` when there are none. Values of another type are
 * dropped.
 */
export function parseSummary(answer: string): ReportSummary | undefined {
  const said = jsonObjectIn(answer);
  if (!said) return undefined;
  const words: ReportSummary = {
    summary: plain(said['summary'], lengths.summary),
    gaps: listOf(said['gaps'], maxLengths.gaps).flatMap(gapIn),
    nextActions: plainList(said['nextActions'], maxLengths.actions, lengths.sentence),
  };
  return words.gaps.length === 0 && words.summary === '' ? undefined : words;
}

function gapIn(value: unknown): ReportSummary['gaps'] {
  const gap = Fields.safeParse(value);
  const id = Number(gap.data?.['id']);
  if (!gap.success || !Number.isInteger(id)) return [];
  return [
    {
      id,
      title: plain(gap.data['title'], lengths.title),
      reason: plain(gap.data['reason'], lengths.sentence),
      suggestedAction: plain(gap.data['suggestedAction'], lengths.sentence),
      outline: plainList(gap.data['outline'], maxLengths.outline, lengths.heading),
    },
  ];
}

const Fields = z.record(z.string(), z.unknown());

const listOf = (value: unknown, limit: number): unknown[] =>
  Array.isArray(value) ? value.slice(0, limit) : [];

const plainList = (value: unknown, limit: number, length: number): string[] =>
  listOf(value, limit)
    .map((item) => plain(item, length))
    .filter((item) => item !== '');

/**
 * One line of text. A text with a link, an address or markup is dropped whole, since it can only come from a prompt
 * injection in a question.
 */
function plain(value: unknown, length: number): string {
  if (typeof value !== 'string' || foreign.test(value)) return '';
  return truncate(value.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim(), length, '…');
}

const foreign = /https?:|www\.|:\/\/|\]\(|<\/?[a-z!]|[\w.+-]@[\w-]+\.\w/i;
