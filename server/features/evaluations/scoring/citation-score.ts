import { z } from 'zod';
import type { Citation } from '../../../../contract/articles/articles.ts';
import type { CitationScore } from '../../../../contract/evaluations/report.ts';
import type { TraceStage } from '../../../../contract/events.ts';
import { isExpected } from './retrieval-score.ts';

/** Counts of checked markers in the answer's trace; those of a second look replace the first ones. */
const Checked = z.object({
  marks: z.object({ kept: z.int(), moved: z.int(), dropped: z.int() }),
});

/**
 * Quality of citations, after the citation precision of Gao et al. 2023 (ALCE), with Docent's own check instead of a
 * model: `support` is the share of the model's markers whose article supports the statement, `precision` the share of
 * cited articles that are expected sources.
 */
export function citationScore(
  citations: readonly Citation[],
  stages: readonly TraceStage[],
  expected: readonly string[],
): CitationScore {
  const dataOf = (stage: string) => Checked.safeParse(stages.findLast(({ name }) => name === stage)?.data);
  const judged = dataOf('mark_judge');
  const parsed = judged.success ? judged : dataOf('generate');
  const { kept, moved, dropped } = parsed.success ? parsed.data.marks : { kept: 0, moved: 0, dropped: 0 };
  const marks = kept + moved + dropped;
  const cited = citations.filter((citation) => (citation.marks ?? 0) > 0);
  const known = expected.some((source) => source.trim() !== '');
  return {
    cited: cited.length,
    ...(known &&
      cited.length > 0 && {
        precision: cited.filter((citation) => isExpected(citation, expected)).length / cited.length,
      }),
    marks,
    ...(marks > 0 && { support: kept / marks }),
  };
}
