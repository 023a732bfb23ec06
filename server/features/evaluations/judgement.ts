import { z } from 'zod';
import { risks, scoreWeights, type Judgement } from '../../../contract/evaluation-report.ts';
import { jsonObjectIn } from '../../kit/model-json.ts';
import { rounded } from './figures.ts';

const score = z.number().min(1).max(5);

/** What a judge must say; scores are never made up, clamped or read out of texts. */
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
export type Opinion = z.infer<typeof Opinion>;

/** The opinion in a judge's answer, or what is wrong with it. */
export function readOpinion(answer: string): Opinion | { readonly problem: string } {
  if (answer.trim() === '') return { problem: 'the answer is empty' };
  const found = jsonObjectIn(answer);
  if (!found) return { problem: 'there is no JSON object in it' };
  const parsed = Opinion.safeParse(found);
  if (parsed.success) return parsed.data;
  const fields = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  return { problem: `missing or wrong: ${[...fields].join(', ')}` };
}

/** What is known when the judge gave no opinion: nothing (rule EV12). */
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

/** The weighted score of one opinion, two decimals (rule EV11). */
export const totalOf = (opinion: Opinion): number =>
  rounded(scores.reduce((sum, name) => sum + scoreWeights[name] * opinion[name], 0));

const scores = [
  'relevance',
  'correctness',
  'faithfulness',
  'completeness',
  'citationAccuracy',
] as const satisfies readonly (keyof typeof scoreWeights)[];

/**
 * Several opinions on one answer as one: mean scores, the risk most of them see (the higher one of equals), the reason
 * of the first. `spread` tells how far they are apart.
 */
export function judgementOf(opinions: readonly [Opinion, ...Opinion[]]): Judgement {
  const mean = (name: (typeof scores)[number]) =>
    rounded(opinions.reduce((sum, opinion) => sum + opinion[name], 0) / opinions.length);
  const totals = opinions.map(totalOf);
  return {
    relevance: mean('relevance'),
    correctness: mean('correctness'),
    faithfulness: mean('faithfulness'),
    completeness: mean('completeness'),
    citationAccuracy: mean('citationAccuracy'),
    hallucinationRisk: commonRisk(opinions.map(({ hallucinationRisk }) => hallucinationRisk)),
    reason: opinions[0].reason,
    totalScore: rounded(totals.reduce((sum, total) => sum + total, 0) / totals.length),
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
