import { isFailure } from '../ledger/outcome.ts';
import type { TotalsRow } from '../store/queries.ts';

/** Sums over calls in statistics. Calls refused by a ceiling are counted separately, since no model was called. */
export interface Figures {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly embeddingTokens: number;
  readonly calls: number;
  readonly failures: number;
  readonly aborted: number;
  readonly limited: number;
  readonly images: number;
  /** Number of calls with estimated tokens. */
  readonly estimated: number;
  /** Average duration of the calls. */
  readonly averageMs: number;
  /** Cost in the operator's currency, rounded to a millionth. */
  readonly cost: number;
}

export function figuresOf(rows: readonly TotalsRow[]): Figures {
  const total = (value: (row: TotalsRow) => number) => rows.reduce((sum, row) => sum + value(row), 0);
  const calls = total((row) => (row.status === 'limited' ? 0 : row.calls));
  return {
    promptTokens: total((row) => row.promptTokens),
    completionTokens: total((row) => row.completionTokens),
    embeddingTokens: total((row) => row.embeddingTokens),
    calls,
    failures: total((row) => (isFailure(row.status) ? row.calls : 0)),
    aborted: total((row) => (row.status === 'aborted' ? row.calls : 0)),
    limited: total((row) => (row.status === 'limited' ? row.calls : 0)),
    images: total((row) => row.images),
    estimated: total((row) => row.estimated),
    averageMs: calls === 0 ? 0 : Math.round(total((row) => row.durationMs) / calls),
    cost: Math.round(total((row) => row.cost) * 1e6) / 1e6,
  };
}

/** Failures in percent of calls, two decimals. */
export const failureRate = ({ calls, failures }: Figures): number =>
  calls === 0 ? 0 : Math.round((failures / calls) * 10_000) / 100;
