import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import type { AgentMetrics } from '../../../contract/agent.ts';
import { logsRead, type WindowFigures } from './gaps/collect.ts';
import type { Summarized } from './summarize.ts';
import { texts } from './texts.ts';

/** Circumstances that limit a report. */
interface Circumstances {
  readonly summarized: Summarized;
  readonly window: WindowFigures;
  /** Occurrences whose wordings did not fit. */
  readonly leftOut: number;
  readonly checksStopped: boolean;
  readonly siteKnown: boolean;
}

/** Limitations that a reader of the report should know. */
export function limitationsOf(of: Circumstances, language: InterfaceLanguage): string[] {
  const { limits } = texts[language];
  return [
    ...(of.siteKnown ? [] : [limits.noHost]),
    ...(of.checksStopped ? [limits.checksStopped] : []),
    ...withoutWords(of.summarized, language),
    ...(of.window.windowLogs >= logsRead ? [limits.cut(logsRead)] : []),
    ...(of.leftOut > 0 ? [limits.leftOut(of.leftOut)] : []),
    ...(of.window.technicalFailures > 0 ? [limits.technical(of.window.technicalFailures)] : []),
  ];
}

function withoutWords(summarized: Summarized, language: InterfaceLanguage): string[] {
  const { limits } = texts[language];
  if (!('without' in summarized) || summarized.without === 'gaps') return [];
  if (summarized.without === 'failed') return [limits.modelFailed(summarized.why)];
  const why = { 'no-model': limits.noModel, limited: limits.modelLimited, unreadable: limits.unreadable };
  return [why[summarized.without]];
}

/** Result of each step in words. */
export function detailsOf(
  metrics: AgentMetrics,
  byModel: boolean,
  gaps: number,
  language: InterfaceLanguage,
): string[] {
  const { details } = texts[language];
  return [
    details.created(metrics.days),
    details.collected(metrics.windowLogs ?? 0, metrics.emptySearches ?? 0),
    details.prepared(metrics.clusters ?? 0, metrics.checkedGaps ?? 0),
    details.phrased(byModel),
    details.saved(gaps),
  ];
}
