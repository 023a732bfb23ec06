import type { RunSummary } from '../../../../contract/evaluations/report.ts';
import { formatDuration, formatNumber, formatPercent, noFigure } from '../../../text/format.ts';

const percents = new Set(['retrievalHitRate', 'hallucinationHighRiskRate']);
const durations = new Set(['meanAnswerMs', 'p95AnswerMs']);

/** A figure of a summary. Shares of no case at all are none: 0 % would praise or blame what nobody looked at. */
export const figureOf = (
  summary: RunSummary | null | undefined,
  name: keyof RunSummary,
): number | undefined => {
  if (name === 'hallucinationHighRiskRate' && summary?.judgedCases === 0) return undefined;
  if (name === 'retrievalHitRate' && summary?.retrievalCases === 0) return undefined;
  const value = summary?.[name];
  return typeof value === 'number' ? value : undefined;
};

/** A figure of a report with the unit of its name: percent, duration or a plain number. */
export function figureText(name: string, value: number | null | undefined): string {
  if (value === null || value === undefined) return noFigure;
  if (percents.has(name)) return formatPercent(value / 100);
  return durations.has(name) ? formatDuration(value) : formatNumber(value, 2);
}

/** A change of a figure with its sign. */
export function changeText(name: string, value: number | null): string {
  if (value === null) return noFigure;
  const size = figureText(name, Math.abs(value));
  return value > 0 ? `+${size}` : value < 0 ? `−${size}` : size;
}
