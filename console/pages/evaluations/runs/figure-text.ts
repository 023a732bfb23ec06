import { formatDuration, formatNumber, formatPercent, noFigure } from '../../../text/format.ts';

const percents = new Set(['retrievalHitRate', 'hallucinationHighRiskRate']);
const durations = new Set(['meanAnswerMs', 'p95AnswerMs']);

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
