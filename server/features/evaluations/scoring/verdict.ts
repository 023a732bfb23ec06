import { z } from 'zod';
import { risks, scoreWeights, type Judgement } from '../../../../contract/evaluations/report.ts';
import { jsonObjectIn } from '../../../model-calls/model-json.ts';
import { rounded } from './rounding.ts';
import { explained } from '../../../kit/explained.ts';

/** A number, or text such as "4" or "4/5"; anything else is no score. */
const score = z.preprocess((value) => {
  const written = typeof value === 'string' ? /^\s*(-?\d+(?:\.\d+)?)\s*(?:\/\s*5\s*)?$/.exec(value) : null;
  return written ? Number(written[1]) : value;
}, z.number());

/** Opinion of a judge; missing scores are never filled in. */
export const Opinion = z.object({
  relevance: score,
  correctness: score,
  faithfulness: score,
  completeness: score,
  citationAccuracy: score,
  hallucinationRisk: z.string().trim().toLowerCase().pipe(z.enum(risks)),
  reason: z
    .string()
    .nullish()
    .catch('')
    .transform((reason) => (reason ?? '').slice(0, 2000)),
});
export type Opinion = z.infer<typeof Opinion> & {
  /** Scores outside of 1 to 5 that were clamped. */
  readonly clamped: readonly ScoreName[];
};

/** JSON schema of an opinion, for servers that support structured output. */
export const opinionSchema = z.toJSONSchema(
  z.object({
    relevance: z.number(),
    correctness: z.number(),
    faithfulness: z.number(),
    completeness: z.number(),
    citationAccuracy: z.number(),
    hallucinationRisk: z.enum(risks),
    reason: z.string().max(2000),
  }),
);

/** Parses the opinion in a judge's reply, or describes the problem. */
export function readOpinion(answer: string): Opinion | { readonly problem: string } {
  if (answer.trim() === '') return { problem: explained('verdict_empty').text };
  const found = jsonObjectIn(answer);
  if (!found) return { problem: explained('verdict_no_json').text };
  const parsed = Opinion.safeParse(found);
  if (parsed.success) return withinScale(parsed.data);
  const fields = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  return { problem: explained('verdict_fields', { fields: [...fields].join(', ') }).text };
}

function withinScale(said: z.infer<typeof Opinion>): Opinion {
  const clamped = scores.filter((name) => said[name] < 1 || said[name] > 5);
  const moved = clamped.map((name) => [name, Math.min(5, Math.max(1, said[name]))]);
  return { ...said, ...Object.fromEntries(moved), clamped };
}

/** Judgement without an opinion: all scores unknown (rule EV12). */
export const unknownJudgement = (error: string): Judgement => ({
  relevance: null,
  correctness: null,
  faithfulness: null,
  completeness: null,
  citationAccuracy: null,
  hallucinationRisk: null,
  reason: '',
  totalScore: null,
  error,
});

/** Weighted score of one opinion, two decimals (rule EV11). */
const totalOf = (opinion: Opinion): number =>
  rounded(scores.reduce((sum, name) => sum + scoreWeights[name] * opinion[name], 0));

const scores = [
  'relevance',
  'correctness',
  'faithfulness',
  'completeness',
  'citationAccuracy',
] as const satisfies readonly (keyof typeof scoreWeights)[];
type ScoreName = (typeof scores)[number];

/**
 * Merges opinions on one answer: mean scores, the most frequent risk (the higher one of equals), the reason of the
 * first. `spread` is their range.
 */
export function judgementOf(opinions: readonly [Opinion, ...Opinion[]]): Judgement {
  const mean = (name: (typeof scores)[number]) =>
    rounded(opinions.reduce((sum, opinion) => sum + opinion[name], 0) / opinions.length);
  const totals = opinions.map(totalOf);
  const clamped = scores.filter((name) => opinions.some((opinion) => opinion.clamped.includes(name)));
  return {
    relevance: mean('relevance'),
    correctness: mean('correctness'),
    faithfulness: mean('faithfulness'),
    completeness: mean('completeness'),
    citationAccuracy: mean('citationAccuracy'),
    hallucinationRisk: commonRisk(opinions.map(({ hallucinationRisk }) => hallucinationRisk)),
    reason: opinions[0].reason,
    totalScore: rounded(totals.reduce((sum, total) => sum + total, 0) / totals.length),
    ...(clamped.length > 0 && { clamped }),
    ...(opinions.length > 1 && {
      repeats: opinions.length,
      spread: rounded(Math.max(...totals) - Math.min(...totals)),
    }),
  };
}

function commonRisk(seen: readonly Opinion['hallucinationRisk'][]): Opinion['hallucinationRisk'] {
  const count = (risk: Opinion['hallucinationRisk']) => seen.filter((one) => one === risk).length;
  return risks.reduce((most, risk) => (count(risk) >= count(most) ? risk : most));
}
