import type { CaseResult, RunReport } from '../../../contract/evaluations/report.ts';
import type { Document } from '../../http/implement.ts';
import { csvHead, csvLine } from '../../markup/csv/csv.ts';

/** A report as a file: complete as JSON, or one CSV row per case. */
export const exportRun = (report: RunReport, format: 'csv' | 'json'): Document => ({
  status: 200,
  contentType:
    format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8',
  body: format === 'csv' ? csv(report.results) : `${JSON.stringify(report, null, 2)}\n`,
  headers: {
    'content-disposition': `attachment; filename="${report.runId}.${format}"`,
    'cache-control': 'no-store',
  },
});

type Cell = string | number | boolean | null | undefined;

const columns: readonly (readonly [string, (result: CaseResult) => Cell])[] = [
  ['id', ({ id }) => id],
  ['question', ({ question }) => question],
  ['referenceAnswer', ({ referenceAnswer }) => referenceAnswer],
  ['expectedSources', ({ expectedSources }) => expectedSources.join('\n')],
  ['tags', ({ tags }) => tags.join('\n')],
  ['answer', ({ answer }) => answer],
  ['answerState', ({ answerState }) => answerState],
  ['hit', ({ retrieval }) => retrieval.hit],
  ['firstHitRank', ({ retrieval }) => retrieval.firstHitRank],
  ['precisionAt5', ({ retrieval }) => retrieval.precisionAt5],
  ['recall', ({ retrieval }) => retrieval.recall],
  ['reciprocalRank', ({ retrieval }) => retrieval.reciprocalRank],
  ['ndcg', ({ retrieval }) => retrieval.ndcg],
  ['matchedSources', ({ retrieval }) => retrieval.matchedSources.join('\n')],
  ['topSources', ({ retrieval }) => retrieval.topSources.join('\n')],
  ['citationPrecision', ({ citation }) => citation?.precision],
  ['citationSupport', ({ citation }) => citation?.support],
  ['totalScore', ({ judge }) => judge.totalScore],
  ['relevance', ({ judge }) => judge.relevance],
  ['correctness', ({ judge }) => judge.correctness],
  ['faithfulness', ({ judge }) => judge.faithfulness],
  ['completeness', ({ judge }) => judge.completeness],
  ['citationAccuracy', ({ judge }) => judge.citationAccuracy],
  ['hallucinationRisk', ({ judge }) => judge.hallucinationRisk],
  ['scoreSpread', ({ judge }) => judge.spread],
  ['reason', ({ judge }) => judge.reason],
  ['judgeModel', ({ judge }) => judge.model],
  ['judgeError', ({ judge }) => judge.error],
  ['latencyMs', ({ latencyMs }) => latencyMs],
  ['answerMs', ({ answerMs }) => answerMs],
  ['answerPromptTokens', ({ usage }) => usage?.answer.promptTokens],
  ['answerCompletionTokens', ({ usage }) => usage?.answer.completionTokens],
  ['answerEmbeddingTokens', ({ usage }) => usage?.answer.embeddingTokens],
  ['answerCost', ({ usage }) => usage?.answer.cost],
  ['judgePromptTokens', ({ usage }) => usage?.judge.promptTokens],
  ['judgeCompletionTokens', ({ usage }) => usage?.judge.completionTokens],
  ['judgeCost', ({ usage }) => usage?.judge.cost],
  ['error', ({ error }) => error],
];

const csv = (results: readonly CaseResult[]): string =>
  csvHead(columns.map(([name]) => name)) +
  results.map((result) => csvLine(columns.map(([, read]) => cellOf(read(result))))).join('');

/** Unknown values become empty cells. */
const cellOf = (value: Cell): string | number => (typeof value === 'boolean' ? String(value) : (value ?? ''));
