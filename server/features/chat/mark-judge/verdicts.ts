import { z } from 'zod';
import { jsonObjectIn } from '../../../model-calls/model-json.ts';

const verdicts = ['yes', 'no', 'unsure'] as const;

/** Whether the article says a statement, by the judge. */
export type MarkVerdict = (typeof verdicts)[number];

/** Output tokens of a reply about so many statements. */
export const tokensFor = (statements: number): number => 64 + 24 * statements;

/** JSON schema of a reply about so many statements. */
export const verdictSchema = (count: number): Readonly<Record<string, unknown>> =>
  z.toJSONSchema(replyOf(count), { io: 'input' });

/**
 * Reads a reply about `count` statements; `undefined` at a place means that the judge said nothing of that statement. A reply in
 * another shape, about other statements or with two verdicts on one is no reply: `undefined`.
 */
export function readVerdicts(reply: string, count: number): readonly (MarkVerdict | undefined)[] | undefined {
  const parsed = replyOf(count).safeParse(jsonObjectIn(reply));
  if (!parsed.success) return undefined;
  const said = new Map(parsed.data.verdicts.map(({ statement, verdict }) => [statement, verdict]));
  if (said.size < parsed.data.verdicts.length) return undefined;
  return Array.from({ length: count }, (_, index) => said.get(index + 1));
}

const replyOf = (count: number) =>
  z.object({
    verdicts: z
      .array(z.object({ statement: z.int().min(1).max(count), verdict: z.enum(verdicts) }))
      .min(1)
      .max(count),
  });
